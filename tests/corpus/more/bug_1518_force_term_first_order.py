import torch
import torch.nn as nn

torch.manual_seed(1518)
potential = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
coordinates = torch.randn(5, 3, requires_grad=True)
true_energy, true_forces = torch.tensor(1.5), torch.randn(5, 3)

energy = potential(coordinates).sum()
forces = -torch.autograd.grad(energy, coordinates, retain_graph=True)[0]
energy_loss = (energy - true_energy).pow(2)
force_loss = (forces - true_forces).pow(2).sum(dim=1).mean()
loss = energy_loss + 0.5 * force_loss
loss.backward()
