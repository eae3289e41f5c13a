import torch
import torch.nn as nn

torch.manual_seed(426)
net = nn.Sequential(nn.Linear(1, 3), nn.Tanh(), nn.Linear(3, 1))
x = torch.linspace(0, 1, 4)[:, None].requires_grad_()

u = net(x)
ux, = torch.autograd.grad(u.sum(), x, create_graph=True)
uxx, = torch.autograd.grad(ux.sum(), x, create_graph=True)
loss = (uxx + u).pow(2).mean()
net[0].weight.grad = torch.autograd.grad(loss, net[0].weight)[0]
