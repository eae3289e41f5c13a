import torch
import torch.nn as nn

torch.manual_seed(33)
net = nn.Sequential(nn.Linear(1, 4), nn.Tanh(), nn.Linear(4, 1))
x = torch.linspace(0, 1, 5).unsqueeze(1).requires_grad_()


def d(y, wrt, **kw):
    return torch.autograd.grad(y.sum(), wrt, **kw)[0]


u = net(x)
u_x = d(u, x, create_graph=True)
u_xx = d(u_x, x, retain_graph=True)
residual = u_xx + u - torch.sin(3 * x)
boundary = u[0] ** 2 + u[-1] ** 2
loss = residual.pow(2).mean() + boundary.sum()
loss.backward()
