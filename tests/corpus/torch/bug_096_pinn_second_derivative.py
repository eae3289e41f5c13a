import torch
import torch.nn as nn

torch.manual_seed(271)
net = nn.Sequential(nn.Linear(1, 5), nn.Tanh(), nn.Linear(5, 1))
t = torch.linspace(0, 1, 4).reshape(-1, 1).requires_grad_(True)


def derivative(y, x):
    return torch.autograd.grad(y.sum(), x, retain_graph=True)[0]


u = net(t)
du = derivative(u, t)
ddu = derivative(du, t)
loss = (ddu + u).pow(2).mean()
loss.backward()
