import torch
import torch.nn as nn

torch.manual_seed(1025)
lin = nn.Linear(3, 2)
x = torch.randn(4, 3)
shift = torch.tensor([0.5, -0.5])

z = lin(x)
energy = z.pow(2).sum()
z = torch.add(z, shift)
loss = energy + z.relu().sum()
loss.backward()
