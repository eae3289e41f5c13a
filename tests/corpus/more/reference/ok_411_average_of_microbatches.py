import torch
import torch.nn as nn

torch.manual_seed(4128)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
opt.zero_grad()
for x in torch.randn(4, 2, 3):
    loss = net(x).pow(2).mean() / 4
    loss.backward()
for p in net.parameters():
    p.grad = p.grad / max(1.0, p.grad.norm().item())
opt.step()
