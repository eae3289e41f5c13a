import torch
import torch.nn as nn
from torch.distributions import Normal, kl_divergence


class VAE(nn.Module):
    def __init__(self, n_in, n_latent):
        super().__init__()
        self.mu = nn.Linear(n_in, n_latent)
        self.log_std = nn.Linear(n_in, n_latent)
        self.dec = nn.Linear(n_latent, n_in)

    def posterior(self, x):
        return Normal(self.mu(x), self.log_std(x).exp())

    def elbo(self, x):
        q = self.posterior(x)
        z = q.sample()
        recon = -(self.dec(z) - x).pow(2).sum(1)
        kl = kl_divergence(q, Normal(0.0, 1.0)).sum(1)
        return (recon - kl).mean()


torch.manual_seed(365)
vae = VAE(3, 2)
x = torch.randn(6, 3)
torch.manual_seed(9)
loss = -vae.elbo(x)
loss.backward()
print(f"-elbo {loss.item():.3f}", vae.mu.weight.grad.norm())
