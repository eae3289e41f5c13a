import torch
import torch.nn as nn


class GatedFeedForward(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.inner = nn.Linear(dim, 2 * dim)
        self.outer = nn.Linear(dim, dim)

    def forward(self, x):
        value, gate = self.inner(x).split(x.size(-1), dim=-1)
        value = value * torch.sigmoid(gate)
        return x + self.outer(value)


torch.manual_seed(1543)
layer = GatedFeedForward(2)
states = torch.randn(3, 2)
loss = layer(states).pow(2).mean()
loss.backward()
