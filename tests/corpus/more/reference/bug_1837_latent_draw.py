import torch
import torch.nn as nn
from torch.distributions import Normal, kl_divergence


class VAE(nn.Module):
    def __init__(self, data=3, latent=2):
        super().__init__()
        self.enc = nn.Linear(data, 2 * latent)
        self.dec = nn.Linear(latent, data)

    def posterior(self, x):
        mu, logvar = self.enc(x).chunk(2, dim=-1)
        return Normal(mu, torch.exp(0.5 * logvar))

    def forward(self, x):
        q = self.posterior(x)
        z = q.rsample()
        return self.dec(z), q


torch.manual_seed(1837)
vae = VAE()
batch = torch.randn(5, 3)
recon, q = vae(batch)
kl = kl_divergence(q, Normal(0.0, 1.0)).sum(-1).mean()
loss = (recon - batch).pow(2).sum(-1).mean() + kl
loss.backward()
