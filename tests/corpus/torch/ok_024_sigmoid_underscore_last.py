import torch
from torch import nn

torch.manual_seed(311)
lin = nn.Linear(3, 1)
x, y = torch.randn(6, 3), torch.tensor([0.0, 1, 1, 0, 1, 0])

p = lin(x).squeeze_(1).sigmoid_()
loss = nn.functional.binary_cross_entropy(p, y)
loss.backward()
