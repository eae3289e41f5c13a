import torch
import torch.nn as nn

torch.manual_seed(354)
critic = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
real, fake = torch.randn(4, 3), torch.randn(4, 3)
alpha = torch.rand(4, 1)
mid = (alpha * real + (1 - alpha) * fake).requires_grad_()
out = critic(mid)
g, = torch.autograd.grad(out, mid, torch.ones_like(out), create_graph=True)
gp = (g.norm(dim=1) - 1).pow(2).mean()
loss = critic(fake).mean() - critic(real).mean() + 10 * gp
loss.backward()
