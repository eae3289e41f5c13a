import torch
import torch.nn as nn


class Potential(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(3, 6)
        self.energy = nn.Linear(6, 1)

    def forward(self, pos):
        atom = self.energy(torch.tanh(self.embed(pos)))
        return atom.sum(dim=(1, 2))


def energy_and_forces(model, pos):
    pos = pos.detach().requires_grad_(True)
    e = model(pos)
    forces = -torch.autograd.grad(e.sum(), pos, create_graph=True)[0]
    return e, forces


torch.manual_seed(3122)
potential = Potential()
frames = torch.randn(2, 4, 3)
e_ref, f_ref = torch.randn(2), torch.randn(2, 4, 3)
e, f = energy_and_forces(potential, frames)
loss = (e - e_ref).pow(2).mean() + 10.0 * (f - f_ref).pow(2).mean()
loss.backward()
