import torch
import torch.nn as nn

torch.manual_seed(4050)
net = nn.Sequential(nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 1))
xt = torch.rand(6, 2, requires_grad=True)


def residual(xt):
    u = net(xt)
    x, t = xt[:, :1], xt[:, 1:]
    ones = torch.ones_like(u)
    u_t, = torch.autograd.grad(u, t, ones, create_graph=True)
    u_x, = torch.autograd.grad(u, x, ones, create_graph=True)
    return u_t + 0.5 * u * u_x


loss = residual(xt).pow(2).mean()
loss.backward()
