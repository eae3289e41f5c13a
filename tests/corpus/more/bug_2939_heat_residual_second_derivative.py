import functools

import torch
import torch.nn as nn


def partial_derivative(out, wrt):
    return torch.autograd.grad(out, wrt, torch.ones_like(out), retain_graph=True)[0]


torch.manual_seed(1339)
u_net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
x = torch.rand(5, 1, requires_grad=True)
t = torch.rand(5, 1, requires_grad=True)


def residual(net, x, t, nu=0.1):
    u = net(torch.cat([x, t], dim=1))
    u_t = partial_derivative(u, t)
    u_xx = functools.reduce(partial_derivative, (x, x), u)
    return u_t - nu * u_xx


loss = residual(u_net, x, t).pow(2).mean()
loss.backward()
