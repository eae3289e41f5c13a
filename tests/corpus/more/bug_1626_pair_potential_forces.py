import torch
import torch.nn as nn


class PairPotential(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 4), nn.Tanh(), nn.Linear(4, 1))
        self.register_buffer("pairs", torch.combinations(torch.arange(4)).T)

    def forward(self, pos):
        i, j = self.pairs
        r = (pos[i] - pos[j]).norm(dim=-1, keepdim=True)
        return self.net(r).sum()


torch.manual_seed(1619)
model = PairPotential()
pos = torch.randn(4, 3, requires_grad=True)
e_ref, f_ref = torch.tensor(0.3), torch.randn(4, 3)
energy = model(pos)
energy.backward(retain_graph=True)
forces = -pos.grad
model.zero_grad()
loss = (energy - e_ref).pow(2) + (forces - f_ref).pow(2).mean()
loss.backward()
