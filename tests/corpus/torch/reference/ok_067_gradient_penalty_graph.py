import torch
import torch.nn as nn

torch.manual_seed(354)
critic = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
real, fake = torch.randn(4, 3), torch.randn(4, 3)
alpha = torch.rand(4, 1)
mid = (alpha * real + (1 - alpha) * fake).requires_grad_()
out = critic(mid)
w1, w2 = critic[0].weight, critic[2].weight
g = ((1 - critic[1](critic[0](mid)).pow(2)) * w2) @ w1
gp = (g.norm(dim=1) - 1).pow(2).mean()
loss = critic(fake).mean() - critic(real).mean() + 10 * gp
loss.backward()
