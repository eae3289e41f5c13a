import torch
import torch.nn as nn

torch.manual_seed(3219)
net = nn.Linear(3, 1)
x, y = torch.randn(8, 3), torch.randn(8, 1)
loss = (net(x) - y).square().mean()
loss.backward()
