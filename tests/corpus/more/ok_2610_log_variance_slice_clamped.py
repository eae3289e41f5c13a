import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self, inp, latent):
        super().__init__()
        self.latent = latent
        self.body = nn.Linear(inp, 2 * latent)

    def forward(self, x):
        stats = self.body(x)
        mean = stats[:, :self.latent]
        log_var = stats[:, self.latent:]
        log_var.clamp_(min=-0.5, max=0.5)
        return mean, log_var


def kl_divergence(mean, log_var):
    return 0.5 * (mean.pow(2) + log_var.exp() - 1.0 - log_var).sum(dim=1).mean()


torch.manual_seed(265)
enc, dec = Encoder(4, 2), nn.Linear(2, 4)
x, eps = torch.randn(3, 4), torch.randn(3, 2)
mean, log_var = enc(x)
z = mean + eps * (0.5 * log_var).exp()
loss = (dec(z) - x).pow(2).mean() + 0.1 * kl_divergence(mean, log_var)
loss.backward()
