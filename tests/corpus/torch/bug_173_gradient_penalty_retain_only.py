import torch
import torch.nn as nn


def interpolate(real, fake):
    eps = torch.rand(real.shape[0], 1)
    return (eps * real + (1 - eps) * fake).requires_grad_()


def gradient_penalty(critic, real, fake):
    mix = interpolate(real, fake)
    score = critic(mix)
    grad, = torch.autograd.grad(score, mix, torch.ones_like(score), retain_graph=True)
    return ((grad.norm(2, dim=1) - 1) ** 2).mean()


def critic_loss(critic, real, fake, lam=10.0):
    return critic(fake).mean() - critic(real).mean() + lam * gradient_penalty(critic, real, fake)


torch.manual_seed(31)
critic = nn.Sequential(nn.Linear(2, 4), nn.Softplus(), nn.Linear(4, 1))
opt = torch.optim.RMSprop(critic.parameters(), lr=1e-4)
real, fake = torch.randn(6, 2) + 1, torch.randn(6, 2)
opt.zero_grad()
loss = critic_loss(critic, real, fake)
loss.backward()
opt.step()
