import torch
import torch.nn as nn
from torch.distributions import Normal, kl_divergence

torch.manual_seed(255)
enc, dec = nn.Linear(3, 4), nn.Linear(2, 3)
x = torch.randn(5, 3)

mu, raw = enc(x).split(2, dim=1)
posterior = Normal(mu, nn.functional.softplus(raw) + 0.1)
z = posterior.rsample()
recon = (dec(z) - x).pow(2).sum(1).mean()
kl = kl_divergence(posterior, Normal(torch.zeros(2), torch.ones(2))).sum(1).mean()
loss = recon + 0.1 * kl
loss.backward()
