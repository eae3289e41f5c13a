import torch
import torch.nn as nn


def gradient(y, x, **kwargs):
    return torch.autograd.grad(y, x, torch.ones_like(y), **kwargs)[0]


def residual(net, t, x, diffusivity=0.1):
    u = net(torch.cat([t, x], dim=1))
    u_t = gradient(u, t, create_graph=True)
    u_x = gradient(u, x, create_graph=True)
    u_xx = gradient(u_x, x, retain_graph=True)
    return u_t + u * u_x - diffusivity * u_xx


torch.manual_seed(2218)
u_net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
t = torch.rand(6, 1, requires_grad=True)
x = torch.rand(6, 1, requires_grad=True)
loss = residual(u_net, t, x).pow(2).mean()
loss.backward()
