import torch
import torch.nn as nn


class Highway(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.transform = nn.Linear(size, size)
        self.gate = nn.Linear(size, size)
        self.gate.bias.data.fill_(-1.0)

    def forward(self, x):
        candidate = torch.relu(self.transform(x))
        g = torch.sigmoid(self.gate(x))
        y = g * candidate
        return y + (1.0 - g) * x


def encode(words, layers):
    for layer in layers:
        words = layer(words)
    return words.mean(dim=0)


torch.manual_seed(3002)
layers = nn.ModuleList([Highway(3) for _ in range(2)])
sentence = torch.randn(5, 3)
label = torch.tensor([0.0, 1.0, 0.0])
loss = nn.functional.binary_cross_entropy_with_logits(encode(sentence, layers), label)
loss.backward()
