import torch
import torch.nn as nn

torch.manual_seed(9906)
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)

for step in range(2):
    x, y = torch.randn(4, 3), torch.randn(4, 2)
    loss = (net(x) - y).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    for p in net.parameters():
        p.data = torch.round(p.data * 16) / 16
