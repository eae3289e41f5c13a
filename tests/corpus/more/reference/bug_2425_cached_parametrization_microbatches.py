import torch
import torch.nn as nn
from torch.nn.utils import parametrize


class Symmetric(nn.Module):
    def forward(self, w):
        return torch.tanh(w) + torch.tanh(w).T


def accumulate(model, batches, criterion):
    total = 0.0
    for x, y in batches:
        loss = criterion(model(x), y) / len(batches)
        loss.backward()
        total += loss.item()
    return total


torch.manual_seed(51)
model = nn.Linear(3, 3)
parametrize.register_parametrization(model, "weight", Symmetric())
batches = [(torch.randn(4, 3), torch.randn(4, 3)) for _ in range(2)]
print(accumulate(model, batches, nn.MSELoss()))
