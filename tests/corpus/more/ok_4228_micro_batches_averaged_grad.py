import torch
import torch.nn as nn

torch.manual_seed(138)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
micro = torch.randn(3, 4, 2)
opt.zero_grad()
for x in micro:
    net(x).pow(2).mean().backward()
for p in net.parameters():
    p.grad.div_(len(micro))
    p.grad.clamp_(-5, 5)
opt.step()
