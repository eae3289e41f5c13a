import torch
import torch.nn as nn

torch.manual_seed(3116)
net = nn.Sequential(nn.Linear(1, 5), nn.Tanh(), nn.Linear(5, 1))
k = 1.3


def collocation(n):
    return torch.linspace(0, 1, n).unsqueeze(1)


def decay_residual(u, t):
    t.requires_grad_(True)
    du = torch.autograd.grad(u.sum(), t, create_graph=True)[0]
    return du + k * u


def initial_condition():
    return (net(torch.zeros(1, 1)) - 1.0).pow(2).sum()


t = collocation(6)
u = net(t)
loss = decay_residual(u, t).pow(2).mean() + initial_condition()
loss.backward()
