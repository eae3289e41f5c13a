import torch
from torch import autograd, nn


def r1(critic, real):
    real = real.clone().requires_grad_(True)
    out = critic(real).sum()
    g, = autograd.grad(out, real, create_graph=True)
    return g.flatten(1).pow(2).sum(1).mean()


torch.manual_seed(27)
critic = nn.Sequential(nn.Linear(3, 4), nn.Softplus(), nn.Linear(4, 1))
real = torch.randn(5, 3)
loss = nn.functional.softplus(-critic(real)).mean() + 5.0 * r1(critic, real)
loss.backward()
