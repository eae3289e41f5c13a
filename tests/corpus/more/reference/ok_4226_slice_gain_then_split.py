import torch
import torch.nn as nn

torch.manual_seed(136)
lin = nn.Linear(3, 4)
gain = nn.Parameter(torch.tensor(0.7))
h = lin(torch.randn(2, 3))
a, b = h.chunk(2, dim=1)
a, b = a * gain, b - 1.0
loss = (a * b).sum()
loss.backward()
