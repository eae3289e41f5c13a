import torch
import torch.nn as nn

torch.manual_seed(1018)
mlp = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
xt = torch.rand(5, 2, requires_grad=True)

u = mlp(xt)
first, = torch.autograd.grad(u, xt, grad_outputs=torch.ones_like(u), create_graph=True)
second, = torch.autograd.grad(first[:, 0].sum(), xt, create_graph=True)
u_t, u_xx = first[:, 1], second[:, 0]
loss = (u_t - 0.3 * u_xx).pow(2).mean()
loss.backward()
