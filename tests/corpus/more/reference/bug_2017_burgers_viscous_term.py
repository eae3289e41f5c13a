import torch
import torch.nn as nn

torch.manual_seed(2117)
net = nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 1))
x = torch.rand(5, 1, requires_grad=True)
t = torch.rand(5, 1, requires_grad=True)


def partial(y, wrt, **kw):
    return torch.autograd.grad(y, wrt, torch.ones_like(y), retain_graph=True, **kw)[0]


def residual(nu=0.5):
    u = net(torch.cat([x, t], dim=1))
    u_t = partial(u, t, create_graph=True)
    u_x = partial(u, x, create_graph=True)
    u_xx = partial(u_x, x, create_graph=True)
    return u_t + u * u_x - nu * u_xx


loss = residual().pow(2).mean()
loss.backward()
