import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1701)
net = nn.Linear(2, 3)
x = torch.randn(4, 2)
observed = torch.rand(4, 3)

rate = F.softplus(net(x))
rate.clamp_(max=0.9).mul_(1.5)
loss = (rate - observed).pow(2).mean()
loss.backward()
