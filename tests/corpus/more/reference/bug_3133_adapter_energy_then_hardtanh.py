import torch
import torch.nn as nn


class Adapter(nn.Module):
    def __init__(self, dim, rank):
        super().__init__()
        self.down = nn.Linear(dim, rank)
        self.up = nn.Linear(rank, dim)
        self.act = nn.Hardtanh(-0.5, 0.5)
        self.penalties = []

    def forward(self, x):
        z = self.down(x)
        self.penalties.append(z.square().mean())
        return x + self.up(self.act(z))

    def drain(self):
        total = sum(self.penalties)
        self.penalties.clear()
        return total


torch.manual_seed(3134)
adapter = Adapter(4, 2)
x = torch.randn(3, 4)
task = (adapter(x) - x.roll(1, 0)).square().mean()
loss = task + 0.1 * adapter.drain()
loss.backward()
