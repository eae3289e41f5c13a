import torch
import torch.nn as nn

torch.manual_seed(419)
enc, dec = nn.Linear(3, 4), nn.Linear(2, 3)


def reparameterise(stats):
    mu, log_var = stats.chunk(2, dim=1)
    log_var = log_var.clamp(-4.0, 4.0)
    std = torch.exp(0.5 * log_var)
    eps = torch.randn_like(std)
    eps *= std
    eps += mu
    return eps, mu, log_var


x = torch.randn(5, 3)
z, mu, log_var = reparameterise(enc(x))
kl = -0.5 * (1 + log_var - mu.square() - log_var.exp()).sum(1)
loss = ((dec(z) - x).square().sum(1) + kl).mean()
loss.backward()
