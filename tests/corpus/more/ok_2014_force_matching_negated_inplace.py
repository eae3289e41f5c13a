import torch
import torch.nn as nn

torch.manual_seed(2214)
pot = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 1))


def energy_and_forces(pos):
    pos = pos.detach().requires_grad_(True)
    energy = pot(pos).sum()
    (grad,) = torch.autograd.grad(energy, pos, create_graph=True)
    forces = grad.neg_()
    return energy, forces


coords = torch.randn(4, 3)
e_ref, f_ref = torch.tensor(0.7), torch.randn(4, 3)
energy, forces = energy_and_forces(coords)
loss = (energy - e_ref) ** 2 + 10 * (forces - f_ref).pow(2).mean()
loss.backward()
