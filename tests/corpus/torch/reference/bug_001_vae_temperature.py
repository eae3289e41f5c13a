import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, dim: int, latent: int):
        super().__init__()
        self.mu = nn.Linear(dim, latent)
        self.logvar = nn.Linear(dim, latent)

    def forward(self, x, temperature=0.7):
        mu = self.mu(x)
        std = torch.exp(0.5 * self.logvar(x))
        std = std * temperature
        return mu + std * torch.ones_like(std), mu


torch.manual_seed(0)
enc = Encoder(4, 2)
z, mu = enc(torch.randn(3, 4))
loss = (z ** 2).sum() + mu.abs().sum()
loss.backward()
