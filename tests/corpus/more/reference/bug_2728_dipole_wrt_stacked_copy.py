import torch
import torch.nn as nn


class AtomEnergy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 5), nn.SiLU(), nn.Linear(5, 1))

    def forward(self, molecule):
        r = torch.stack([(molecule["O"] - molecule[h]).norm() for h in ("H1", "H2")])
        return self.net(r.unsqueeze(1)).sum()


torch.manual_seed(2728)
model = AtomEnergy()
molecule = {name: torch.randn(3, requires_grad=True) for name in ("O", "H1", "H2")}
energy = model(molecule)
forces = -torch.stack(torch.autograd.grad(energy, list(molecule.values())))
