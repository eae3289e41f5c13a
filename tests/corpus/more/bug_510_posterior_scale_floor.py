from functools import partial

import torch
import torch.nn as nn
import torch.nn.functional as F

positive = partial(F.softplus, beta=2.0)


class VAE(nn.Module):
    def __init__(self, d=4, k=2):
        super().__init__()
        self.to_mean = nn.Linear(d, k)
        self.to_scale = nn.Linear(d, k)
        self.decode = nn.Linear(k, d)

    def forward(self, x):
        mean, raw = self.to_mean(x), self.to_scale(x)
        scale = positive(raw)
        z = mean + scale * torch.randn_like(scale)
        prior = -raw.clamp_(min=-0.2).sum(-1) + 0.5 * (mean ** 2 + scale ** 2).sum(-1)
        return self.decode(z), prior.mean()


torch.manual_seed(77)
vae = VAE()
x = torch.randn(5, 4)
recon, prior = vae(x)
loss = F.mse_loss(recon, x) + 0.1 * prior
loss.backward()
