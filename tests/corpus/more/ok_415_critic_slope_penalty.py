import torch
import torch.nn as nn

torch.manual_seed(4133)
critic = nn.Sequential(nn.Linear(2, 4), nn.Softplus(), nn.Linear(4, 1))
real, fake = torch.randn(5, 2), torch.randn(5, 2)
mix = torch.rand(5, 1)

between = (mix * real + (1 - mix) * fake).requires_grad_()
value = critic(between)
slope = torch.autograd.grad(value.sum(), between, create_graph=True)[0]
penalty = (slope.norm(2, dim=1) - 1).pow(2).mean()
loss = critic(fake).mean() - critic(real).mean() + 10 * penalty
loss.backward()
