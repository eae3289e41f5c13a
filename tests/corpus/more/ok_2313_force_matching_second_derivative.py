import torch
import torch.nn as nn

torch.manual_seed(1213)
potential = nn.Sequential(nn.Linear(1, 4), nn.Softplus(), nn.Linear(4, 1))
pos = torch.randn(4, 3, requires_grad=True)
target = torch.randn(4, 3)

i, j = torch.triu_indices(4, 4, offset=1)
energy = potential((pos[i] - pos[j]).norm(dim=1)[:, None]).sum()
forces, = torch.autograd.grad(energy, pos, create_graph=True)
forces.neg_()
loss = (forces - target).pow(2).mean() + 0.1 * energy.pow(2)
loss.backward()
