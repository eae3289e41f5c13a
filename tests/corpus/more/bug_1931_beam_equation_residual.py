import torch
import torch.nn as nn

torch.manual_seed(181)
net = nn.Sequential(nn.Linear(1, 5), nn.Tanh(), nn.Linear(5, 1))


def derivatives(x):
    u = net(x)
    ones = torch.ones_like(u)
    u_x = torch.autograd.grad(u, x, ones, create_graph=True)[0]
    u_xx = torch.autograd.grad(u_x, x, ones, retain_graph=True)[0]
    return u, u_x, u_xx


x = torch.linspace(0.0, 1.0, 6)[:, None].requires_grad_()
u, u_x, u_xx = derivatives(x)
loss = (u_xx + 0.5 * u_x + u).pow(2).mean()
loss.backward()
