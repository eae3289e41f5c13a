import torch
import torch.nn as nn

torch.manual_seed(732)
level = nn.Parameter(torch.tensor(0.3))
net = nn.Linear(3, 1)
x = torch.randn(5, 2)
y = torch.randn(5, 1)

context = level.expand(5, 1)
pred = net(torch.cat([x, context], dim=1))
loss = (pred - y).pow(2).mean()
loss.backward()
print("level grad", level.grad)
