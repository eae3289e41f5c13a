import torch
import torch.nn as nn

torch.manual_seed(135)
G, D = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
noise, real = torch.randn(4, 2), torch.randn(4, 3)
d_loss = D(torch.tanh(G(noise)).detach()).mean() - D(real).mean()
grads = torch.autograd.grad(d_loss, list(D.parameters()))
w1, b1, w2, b2 = [(p - 0.1 * g).detach() for p, g in zip(D.parameters(), grads)]
loss = -(torch.tanh(torch.tanh(G(noise)) @ w1.t() + b1) @ w2.t() + b2).mean()
loss.backward()
