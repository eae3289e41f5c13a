import torch
import torch.nn as nn


def derivative(u, wrt, order=1):
    for _ in range(order):
        u, = torch.autograd.grad(u.sum(), wrt, create_graph=True)
    return u


def wave_residual(net, t, x, speed):
    u = net(torch.stack([t, x], dim=-1)).squeeze(-1)
    residual = derivative(u, t, order=2)
    residual -= speed ** 2 * derivative(u, x, order=2)
    residual += 0.1 * derivative(u, t)
    return residual


torch.manual_seed(3223)
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
t, x = (torch.rand(5).requires_grad_() for _ in range(2))
physics = wave_residual(net, t, x, speed=0.8).square().mean()
edge = net(torch.zeros(1, 2)).square().mean()
loss = physics + edge
loss.backward()
