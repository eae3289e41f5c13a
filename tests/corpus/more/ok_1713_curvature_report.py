import torch
import torch.nn as nn


def derivative(y, x, again):
    return torch.autograd.grad(y.sum(), x, create_graph=again, retain_graph=True)[0]


torch.manual_seed(2713)
net = nn.Sequential(nn.Linear(1, 5), nn.Tanh(), nn.Linear(5, 1))
x = torch.rand(6, 1).requires_grad_()
u = net(x)
u_x = derivative(u, x, again=True)
u_xx = derivative(u_x, x, again=True)
loss = (u_xx + u).square().mean()
u_xxx = derivative(u_xx, x, again=False)
loss.backward()
print(f"max third derivative {u_xxx.abs().max():.3f}")
