import torch
import torch.nn as nn

torch.manual_seed(326)
src, lin = nn.Linear(3, 3), nn.Linear(3, 3)
lin.weight = nn.Parameter(src.weight.detach().clone())
lin.bias = nn.Parameter(torch.zeros(3))
loss = lin(torch.randn(2, 3)).pow(2).sum()
loss.backward()
