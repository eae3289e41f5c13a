import torch
import torch.nn as nn

torch.manual_seed(136)
lin = nn.Linear(3, 4)
gain = nn.Parameter(torch.tensor(0.7))
h = lin(torch.randn(2, 3))
h[:, :2] *= gain
h.narrow(1, 2, 2).sub_(1.0)
a, b = h.chunk(2, dim=1)
loss = (a * b).sum()
loss.backward()
