import torch
import torch.nn as nn

torch.manual_seed(372)
ansatz = nn.Sequential(nn.Linear(1, 4), nn.Tanh(), nn.Linear(4, 1))
x = torch.linspace(0, 1, 5)[:, None].requires_grad_()


def derivative(u, x, **kw):
    return torch.autograd.grad(u.sum(), x, **kw)[0]


u = ansatz(x)
slope = derivative(u, x, create_graph=True)
curvature = derivative(slope, x, create_graph=True)
residual = curvature + 4.0 * u
loss = residual.pow(2).mean()
loss.backward()
