import torch
import torch.nn as nn
from torch.distributions import Normal, kl_divergence


class Encoder(nn.Module):
    def __init__(self, d_in=4, d_z=2):
        super().__init__()
        self.loc = nn.Linear(d_in, d_z)
        self.log_scale = nn.Linear(d_in, d_z)

    def forward(self, x):
        return Normal(self.loc(x), self.log_scale(x).exp())


def negative_elbo(enc, dec, x):
    q = enc(x)
    z = q.sample()
    recon = Normal(dec(z), 0.7).log_prob(x).sum(-1)
    kl = kl_divergence(q, Normal(0.0, 1.0)).sum(-1)
    return (kl - recon).mean()


torch.manual_seed(1734)
enc, dec = Encoder(), nn.Linear(2, 4)
x = torch.randn(5, 4)
loss = negative_elbo(enc, dec, x)
loss.backward()
