import torch
import torch.nn as nn

torch.manual_seed(1322)
mlp = nn.Linear(4, 3)
positions, times = torch.randn(6, 3), torch.rand(6, 1)
static = torch.tensor([1, 4])


def compute_displacement(positions, times):
    dpos = mlp(torch.cat([positions, times], dim=1)).view(6, 3)
    stretch = dpos.pow(2).sum(1).mean()
    dpos[static] = torch.zeros(2, 3)
    return dpos, stretch


dpos, stretch = compute_displacement(positions, times)
sigma = torch.sin(positions + dpos).sum(1)
loss = sigma.pow(2).mean() + 0.1 * stretch
loss.backward()
