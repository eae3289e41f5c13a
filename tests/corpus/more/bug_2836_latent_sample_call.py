import torch
import torch.nn as nn
from torch.distributions import Normal, kl_divergence

torch.manual_seed(536)
enc, dec = nn.Linear(4, 4), nn.Linear(2, 4)
x = torch.rand(3, 4)


def elbo(x):
    mu, raw = enc(x).chunk(2, dim=-1)
    q = Normal(mu, nn.functional.softplus(raw) + 1e-3)
    z = q.sample()
    recon = nn.functional.binary_cross_entropy_with_logits(dec(z), x, reduction="none").sum(-1)
    kl = kl_divergence(q, Normal(0.0, 1.0)).sum(-1)
    return -(recon + 0.1 * kl).mean()


loss = -elbo(x)
loss.backward()
