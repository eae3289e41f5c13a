import torch
from torch import nn
from torch.autograd import grad


def derivative(u, wrt):
    return grad(u, wrt, grad_outputs=torch.ones_like(u), create_graph=True)[0]


def residual(net, t, rate):
    u = net(t)
    return derivative(u, t) + rate * u


torch.manual_seed(334)
u_net = nn.Sequential(nn.Linear(1, 4), nn.Tanh(), nn.Linear(4, 1))
t = torch.linspace(0, 1, 6)[:, None].requires_grad_()
start = (u_net(torch.zeros(1, 1)) - 1.0).square().sum()
loss = residual(u_net, t, rate=0.7).square().mean() + start
loss.backward()
