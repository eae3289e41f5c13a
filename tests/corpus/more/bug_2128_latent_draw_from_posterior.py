import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal, kl_divergence


class VAE(nn.Module):
    def __init__(self, n_in=4, n_z=2):
        super().__init__()
        self.enc = nn.Linear(n_in, 2 * n_z)
        self.dec = nn.Linear(n_z, n_in)

    def forward(self, x):
        mu, logvar = self.enc(x).chunk(2, dim=1)
        posterior = Normal(mu, torch.exp(0.5 * logvar))
        z = posterior.sample()
        return self.dec(z), posterior


torch.manual_seed(36)
vae = VAE()
x = torch.randn(6, 4)
recon, q = vae(x)
kl = kl_divergence(q, Normal(torch.zeros(2), torch.ones(2))).sum(1).mean()
loss = F.mse_loss(recon, x, reduction="sum") / len(x) + kl
loss.backward()
