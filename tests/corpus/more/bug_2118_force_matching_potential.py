import torch
import torch.nn as nn


class PairPotential(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 6), nn.Tanh(), nn.Linear(6, 1))

    def forward(self, pos):
        i, j = torch.triu_indices(len(pos), len(pos), offset=1)
        r = (pos[i] - pos[j]).norm(dim=1, keepdim=True)
        return self.net(r).sum()

    def energy_and_forces(self, pos):
        pos = pos.clone().requires_grad_(True)
        energy = self(pos)
        forces = -torch.autograd.grad(energy, pos, retain_graph=True)[0]
        return energy, forces


torch.manual_seed(20)
model = PairPotential()
positions = torch.randn(4, 3)
ref_energy, ref_forces = torch.tensor(-1.3), torch.randn(4, 3)
energy, forces = model.energy_and_forces(positions)
loss = (energy - ref_energy).pow(2) + 10 * (forces - ref_forces).pow(2).mean()
loss.backward()
