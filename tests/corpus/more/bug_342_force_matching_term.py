import torch
import torch.nn as nn


class EnergyModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))

    def energy(self, pos):
        return self.net(pos).sum(dim=(1, 2))

    def forward(self, pos):
        pos = pos.detach().requires_grad_()
        energy = self.energy(pos)
        grad = torch.autograd.grad(energy.sum(), pos, retain_graph=True)
        return energy, -grad[0]


torch.manual_seed(43)
model = EnergyModel()
pos = torch.randn(2, 4, 3)
e_ref, f_ref = torch.randn(2), torch.randn(2, 4, 3)
energy, forces = model(pos)
terms = {
    "energy": (energy - e_ref).square().mean(),
    "forces": (forces - f_ref).square().mean(),
}
loss = terms["energy"] + 10.0 * terms["forces"]
loss.backward()
