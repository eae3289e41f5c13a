import torch
import torch.nn as nn

torch.manual_seed(606)
enc = nn.Linear(4, 6)
dec = nn.Linear(3, 4)
x = torch.randn(5, 4)
eps = torch.randn(5, 3)


def posterior(h):
    mu, logvar = h.chunk(2, dim=-1)
    kl = 0.5 * (mu.pow(2) + logvar.exp() - 1.0 - logvar).sum(-1)
    std = logvar.mul(0.5).exp_()
    return mu + eps * std, kl


z, kl = posterior(enc(x))
z = z.clamp_(-4.0, 4.0)
loss = (dec(z) - x).pow(2).sum(-1).mean() + 1e-2 * kl.mean()
loss.backward()
