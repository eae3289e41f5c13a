import torch
import torch.nn as nn

torch.manual_seed(42)
pinn = nn.Sequential(nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 1))


def derivative(out, wrt):
    return torch.autograd.grad(out.sum(), wrt, retain_graph=True)[0]


def heat_residual(x, t, kappa=0.1):
    u = pinn(torch.cat([x, t], dim=1))
    u_x = derivative(u, x)
    u_t = derivative(u, t)
    u_xx = derivative(u_x, x)
    return u_t - kappa * u_xx


x = torch.rand(6, 1, requires_grad=True)
t = torch.rand(6, 1, requires_grad=True)
residual = heat_residual(x, t)
loss = residual.square().mean()
loss.backward()
