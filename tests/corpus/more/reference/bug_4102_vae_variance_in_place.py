import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, d_in: int, d_latent: int):
        super().__init__()
        self.stats = nn.Linear(d_in, 2 * d_latent)

    def forward(self, x):
        mean, log_var = self.stats(x).chunk(2, dim=-1)
        return mean, torch.exp(0.5 * log_var)


def sample(mean, std, noise):
    return mean + noise * std


def kl_divergence(mean, std):
    std = std ** 2
    return 0.5 * (mean.pow(2) + std - std.log() - 1.0).sum(-1).mean()


torch.manual_seed(302)
model = Encoder(3, 2)
x = torch.randn(4, 3)
mean, std = model(x)
z = sample(mean, std, torch.randn(4, 2))
loss = (z.sum(-1) - x.sum(-1)).abs().mean() + kl_divergence(mean, std)
loss.backward()
