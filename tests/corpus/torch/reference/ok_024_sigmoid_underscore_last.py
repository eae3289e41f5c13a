import torch
from torch import nn

torch.manual_seed(311)
lin = nn.Linear(3, 1)
x, y = torch.randn(6, 3), torch.tensor([0.0, 1, 1, 0, 1, 0])

p = torch.sigmoid(lin(x).squeeze(1))
loss = nn.functional.binary_cross_entropy(p, y)
loss.backward()
