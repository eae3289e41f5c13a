import torch
import torch.nn as nn


class PairPotential(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 4), nn.SiLU(), nn.Linear(4, 1))

    def forward(self, pos):
        i, j = torch.triu_indices(len(pos), len(pos), offset=1)
        r = (pos[i] - pos[j]).norm(dim=1, keepdim=True)
        return self.net(r).sum()


def energy_and_forces(model, pos):
    energy = model(pos)
    pos.requires_grad_(True)
    grad, = torch.autograd.grad(energy, pos)
    return energy, -grad


torch.manual_seed(34)
model = PairPotential()
pos = torch.randn(4, 3)
energy, forces = energy_and_forces(model, pos)
print("max force", forces.abs().max().item())
