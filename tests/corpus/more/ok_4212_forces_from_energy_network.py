import torch
import torch.nn as nn

torch.manual_seed(122)
pot = nn.Sequential(nn.Linear(3, 4), nn.SiLU(), nn.Linear(4, 1))
pos = torch.randn(5, 3).requires_grad_()
ref = torch.randn(5, 3)

energy = pot(pos).sum()
force = -torch.autograd.grad(energy, pos, create_graph=True)[0]
loss = (force - ref).pow(2).mean() + 0.1 * energy.pow(2)
loss.backward()
