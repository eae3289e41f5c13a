import torch
import torch.nn as nn

CONFIG = [("linear", 4, 6), ("relu",), ("dropout", 0.3), ("linear", 6, 2)]


def build(config):
    makers = {
        "linear": lambda i, o: nn.Linear(i, o),
        "relu": lambda: nn.ReLU(),
        "dropout": lambda p: nn.Dropout(p, inplace=True),
    }
    return nn.Sequential(*(makers[kind](*args) for kind, *args in config))


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(3, 4)
        self.head = build(CONFIG)

    def forward(self, pixels):
        return self.head(torch.tanh(self.stem(pixels)))


torch.manual_seed(1825)
model = Segmenter()
pixels, labels = torch.randn(5, 3), torch.tensor([0, 1, 1, 0, 1])
loss = nn.functional.cross_entropy(model(pixels), labels)
loss.backward()
