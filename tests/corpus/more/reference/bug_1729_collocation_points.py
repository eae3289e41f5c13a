import math

import torch
import torch.nn as nn


def forcing(x):
    return math.pi ** 2 * torch.sin(math.pi * x)


def poisson_loss(net, x):
    u = x * (1 - x) * net(x)
    ux = torch.autograd.grad(u.sum(), x, create_graph=True)[0]
    uxx = torch.autograd.grad(ux.sum(), x, create_graph=True)[0]
    return (uxx + forcing(x)).pow(2).mean()


torch.manual_seed(1729)
net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
x = torch.linspace(0.1, 0.9, 5).reshape(-1, 1).requires_grad_()
loss = poisson_loss(net, x)
loss.backward()
sensitivity = x.grad
