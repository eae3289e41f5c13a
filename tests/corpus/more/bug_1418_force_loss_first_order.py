import torch
import torch.nn as nn

torch.manual_seed(1418)
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
coords = torch.randn(5, 2, requires_grad=True)
true_energy, true_force = torch.randn(5), torch.randn(5, 2)

energy = net(coords).squeeze(1)
force = -torch.autograd.grad(energy.sum(), coords, retain_graph=True)[0]
energy_loss = (energy - true_energy).pow(2).mean()
force_loss = (force - true_force).pow(2).mean()
loss = energy_loss + 0.1 * force_loss
loss.backward()
