import torch
import torch.nn as nn

torch.manual_seed(1312)
energy = nn.Sequential(nn.Linear(2, 4), nn.Softplus(), nn.Linear(4, 1))
x_data = torch.randn(3, 2)
x_s_t = torch.randn(3, 2, requires_grad=True)

u_s = energy(x_s_t).mean()
f_prime = torch.autograd.grad(u_s, x_s_t, retain_graph=True)[0]
x_s_t.data += -f_prime + 0.3 * torch.randn_like(x_s_t)
loss = energy(x_data).mean() - u_s
loss.backward()
