import torch
import torch.nn as nn

torch.manual_seed(25)
enc = nn.Linear(4, 4)
dec = nn.Linear(2, 4)
x = torch.randn(3, 4)
noise = torch.randn(3, 2)


def posterior(h):
    mu, log_sigma = h.chunk(2, dim=1)
    return mu, log_sigma.exp()


def kl_divergence(mu, sigma):
    sigma.clamp_(min=0.5)
    return 0.5 * (mu.square() + sigma.square() - 1.0 - 2 * sigma.log()).sum(1).mean()


mu, sigma = posterior(enc(x))
z = mu + sigma * noise
recon = dec(z)
loss = nn.functional.mse_loss(recon, x) + 0.1 * kl_divergence(mu, sigma)
loss.backward()
