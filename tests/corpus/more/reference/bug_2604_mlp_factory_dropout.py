import torch
import torch.nn as nn


def make_mlp(sizes, dropout=0.5, inplace=True):
    layers = []
    for a, b in zip(sizes[:-2], sizes[1:-1]):
        layers.append(nn.Linear(a, b))
        layers.append(nn.ReLU(inplace=inplace))
        layers.append(nn.Dropout(dropout))
    layers.append(nn.Linear(sizes[-2], sizes[-1]))
    return nn.Sequential(*layers)


class ClickModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(6, 4)
        self.tower = make_mlp([4, 5, 5, 1])

    def forward(self, ids):
        return self.tower(self.embed(ids).mean(dim=1)).squeeze(-1)


torch.manual_seed(2609)
model = ClickModel()
history = torch.tensor([[0, 1], [2, 3], [4, 5]])
clicked = torch.tensor([1.0, 0.0, 1.0])
loss = nn.functional.binary_cross_entropy_with_logits(model(history), clicked)
loss.backward()
