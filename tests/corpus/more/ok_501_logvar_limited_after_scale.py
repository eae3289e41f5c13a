import torch
import torch.nn as nn
import torch.nn.functional as F


class VAE(nn.Module):
    def __init__(self, d=3, k=2):
        super().__init__()
        self.enc = nn.Linear(d, 2 * k)
        self.dec = nn.Linear(k, d)

    def forward(self, x):
        stats = self.enc(x)
        mu, logvar = stats[:, :2], stats[:, 2:]
        std = (0.5 * logvar).exp()
        logvar.clamp_(-0.3, 0.3)
        z = mu + std * torch.randn_like(std)
        kl = 0.5 * (mu ** 2 + logvar.exp() - logvar - 1).sum(-1)
        return self.dec(z), kl.mean()


torch.manual_seed(2)
vae = VAE()
x = torch.randn(5, 3)
recon, kl = vae(x)
loss = F.mse_loss(recon, x) + 0.1 * kl
loss.backward()
