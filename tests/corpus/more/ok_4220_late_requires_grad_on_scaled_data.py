import torch
import torch.nn as nn

torch.manual_seed(130)
net = nn.Linear(3, 2)
noise = torch.randn(2, 3)
noise *= 0.1
noise = noise.view(2, 3).clamp_(-0.2, 0.2)
noise.requires_grad_()
out = net(noise.sin())
loss = out.pow(2).sum()
loss.backward()
