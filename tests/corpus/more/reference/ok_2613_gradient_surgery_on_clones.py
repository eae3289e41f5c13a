import torch
import torch.nn as nn

torch.manual_seed(273)
net = nn.Linear(2, 2)
x = torch.randn(4, 2)
out = net(x)
loss = 0.5 * (out[:, 0].pow(2).mean() + out[:, 1].abs().mean())
loss.backward()
