import torch
import torch.nn as nn


class Potential(nn.Sequential):
    def energy_forces(self, pos):
        pos = pos.clone().requires_grad_()
        energy = self(pos.flatten(1)).squeeze(-1)
        forces = -torch.autograd.grad(energy.sum(), pos, retain_graph=True)[0]
        return energy, forces


torch.manual_seed(543)
pot = Potential(nn.Linear(6, 4), nn.Tanh(), nn.Linear(4, 1))
pos = torch.randn(3, 2, 3)
e_ref, f_ref = torch.randn(3), torch.randn(3, 2, 3)
energy, forces = pot.energy_forces(pos)
loss = (energy - e_ref).pow(2).mean() + 10.0 * (forces - f_ref).pow(2).mean()
loss.backward()
