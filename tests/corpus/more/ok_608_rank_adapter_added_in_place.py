import torch
import torch.nn as nn


class Adapter(nn.Module):
    def __init__(self, base, rank=2):
        super().__init__()
        self.base = base
        self.down = nn.Parameter(torch.randn(base.in_features, rank) * 0.2)
        self.up = nn.Parameter(torch.randn(rank, base.out_features) * 0.2)

    def forward(self, x):
        y = self.base(x)
        y += x @ self.down @ self.up
        y *= 0.5
        return y


torch.manual_seed(1608)
base = nn.Linear(3, 2).requires_grad_(False)
adapter = Adapter(base)
x, t = torch.randn(4, 3), torch.randn(4, 2)
loss = (adapter(x) - t).pow(2).mean()
loss.backward()
