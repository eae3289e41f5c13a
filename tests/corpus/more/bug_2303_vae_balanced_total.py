import torch
import torch.nn as nn

torch.manual_seed(1103)
enc, dec = nn.Linear(4, 4), nn.Linear(2, 4)


def terms(x):
    mu, logvar = enc(x).chunk(2, dim=1)
    z = mu + torch.randn_like(mu) * (0.5 * logvar).exp()
    return {
        "recon": nn.functional.mse_loss(dec(z), x),
        "kl": -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).mean(),
    }


parts = terms(torch.randn(6, 4))
ratio = parts["kl"] / parts["recon"]
total = parts["recon"]
total += 0.1 * parts["kl"]
total += 0.01 * ratio
total.backward()
print({k: round(v.item(), 4) for k, v in parts.items()})
