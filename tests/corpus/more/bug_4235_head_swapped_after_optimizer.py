import torch
import torch.nn as nn

torch.manual_seed(46)
net = nn.Sequential()
net.add_module("body", nn.Linear(3, 4))
net.add_module("head", nn.Linear(4, 10))
opt = torch.optim.SGD(net.parameters(), lr=0.1)

net.head = nn.Linear(4, 2)
x, y = torch.randn(6, 3), torch.randint(0, 2, (6,))
loss = nn.functional.cross_entropy(net(x), y)
opt.zero_grad()
loss.backward()
opt.step()
