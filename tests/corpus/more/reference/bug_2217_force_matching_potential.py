import torch
from torch import nn


class PairPotential(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.embed = nn.Linear(1, width)
        self.out = nn.Linear(width, 1)

    def forward(self, positions):
        i, j = torch.triu_indices(len(positions), len(positions), 1)
        r = (positions[i] - positions[j]).norm(dim=-1, keepdim=True)
        return self.out(torch.tanh(self.embed(r))).sum()


torch.manual_seed(2217)
potential = PairPotential()
atoms = torch.randn(4, 3, requires_grad=True)
e_ref, f_ref = torch.tensor(-1.5), 0.1 * torch.randn(4, 3)

energy = potential(atoms)
forces = -torch.autograd.grad(energy, atoms, create_graph=True)[0]
loss = (energy - e_ref).pow(2) + 10.0 * (forces - f_ref).pow(2).mean()
loss.backward()
