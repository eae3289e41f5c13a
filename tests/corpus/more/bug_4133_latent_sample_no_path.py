import torch
import torch.distributions as D
from torch import nn


class LatentModel(nn.Module):
    def __init__(self, encoder: nn.Module, decoder: nn.Module):
        super().__init__()
        self.encoder, self.decoder = encoder, decoder

    def posterior(self, x) -> D.Distribution:
        loc, raw = self.encoder(x).chunk(2, dim=-1)
        return D.Normal(loc, nn.functional.softplus(raw) + 1e-3)

    def elbo(self, x):
        q = self.posterior(x)
        z = q.sample()
        prior = D.Normal(torch.zeros_like(z), 1.0)
        recon = -(self.decoder(z) - x).square().sum(-1)
        return (recon - D.kl_divergence(q, prior).sum(-1)).mean()


torch.manual_seed(333)
encoder, decoder = nn.Linear(3, 4), nn.Linear(2, 3)
loss = -LatentModel(encoder, decoder).elbo(torch.randn(6, 3))
loss.backward()
