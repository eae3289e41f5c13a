import torch
import torch.nn as nn

torch.manual_seed(1720)
net = nn.Linear(2, 1)
net.to(torch.device("cpu"))
net.requires_grad_(True)
net.train()

x, y = torch.randn(4, 2), torch.randn(4, 1)
pred = net(x)
pred.retain_grad()
pred.squeeze_(1)
loss = (pred - y.squeeze(1)).pow(2).mean()
loss.backward()
