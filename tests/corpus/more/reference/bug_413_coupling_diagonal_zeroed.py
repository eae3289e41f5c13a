import torch
import torch.nn as nn


class Ising(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.coupling = nn.Parameter(torch.randn(n, n))
        self.field = nn.Parameter(torch.zeros(n))

    def forward(self, spins):
        coupling = self.coupling * (1.0 - torch.eye(len(self.coupling)))
        pair = torch.einsum("bi,ij,bj->b", spins, coupling, spins)
        return -(0.5 * pair + spins @ self.field)


torch.manual_seed(4059)
ising = Ising(4)
data = torch.randint(0, 2, (5, 4)).float() * 2 - 1
flipped = data.flip(1)
loss = (ising(data) - ising(flipped)).exp().mean()
loss.backward()
