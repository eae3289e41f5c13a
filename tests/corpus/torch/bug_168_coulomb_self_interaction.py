import torch
import torch.nn as nn


class Charges(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.positions = nn.Parameter(torch.randn(n, 2))
        self.register_buffer("q", torch.linspace(-1, 1, n))

    def separation(self):
        delta = self.positions[:, None] - self.positions[None]
        return delta.pow(2).sum(-1).sqrt()

    def energy(self):
        r = self.separation()
        same = torch.eye(len(self.q), dtype=torch.bool)
        pair = self.q[:, None] * self.q[None] / r
        pair = torch.where(same, torch.zeros(()), pair)
        return 0.5 * pair.sum()


torch.manual_seed(22)
charges = Charges(3)
opt = torch.optim.SGD(charges.parameters(), lr=0.01)
opt.zero_grad()
loss = charges.energy() + 0.1 * charges.positions.square().sum()
loss.backward()
opt.step()
print(loss.item(), charges.positions.data)
