import torch
import torch.nn as nn


class PairPotential(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 6), nn.Tanh(), nn.Linear(6, 1))

    def forward(self, pos):
        i, j = torch.triu_indices(len(pos), len(pos), offset=1)
        r = (pos[i] - pos[j]).norm(dim=-1, keepdim=True)
        return self.net(r).sum()


def energy_and_forces(model, pos):
    pos = pos.clone().requires_grad_(True)
    energy = model(pos)
    forces = -torch.autograd.grad(energy, pos, retain_graph=True)[0]
    return energy, forces


torch.manual_seed(71)
model = PairPotential()
pos, ref_e, ref_f = torch.randn(4, 3), torch.tensor(0.7), torch.randn(4, 3)
energy, forces = energy_and_forces(model, pos)
loss = (energy - ref_e).pow(2) + 10.0 * (forces - ref_f).pow(2).mean()
loss.backward()
