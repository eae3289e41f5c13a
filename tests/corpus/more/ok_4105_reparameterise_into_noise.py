import torch
from torch import nn


def reparameterise(mean, log_var):
    std = torch.exp(0.5 * log_var)
    noise = torch.randn_like(std)
    return noise.mul(std).add_(mean)


def kl(mean, log_var):
    return -0.5 * (1 + log_var - mean.square() - log_var.exp()).sum(-1).mean()


torch.manual_seed(405)
stats, decoder = nn.Linear(4, 4), nn.Linear(2, 4)
x = torch.randn(5, 4)
mean, log_var = stats(x).split(2, dim=-1)
z = reparameterise(mean, log_var)
out = decoder(z)
out -= x
loss = out.square().mean() + kl(mean, log_var)
loss.backward()
