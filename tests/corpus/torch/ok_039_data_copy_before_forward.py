import torch
import torch.nn as nn

torch.manual_seed(326)
src, lin = nn.Linear(3, 3), nn.Linear(3, 3)
lin.weight.data.copy_(src.weight.data)
lin.bias.data.zero_()
loss = lin(torch.randn(2, 3)).pow(2).sum()
loss.backward()
