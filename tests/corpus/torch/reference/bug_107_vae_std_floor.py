import torch
import torch.nn as nn


class TinyVAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.to_mu = nn.Linear(4, 2)
        self.to_logvar = nn.Linear(4, 2)
        self.decode = nn.Linear(2, 4)

    def encode(self, x):
        mu, logvar = self.to_mu(x), self.to_logvar(x)
        std = torch.exp(0.5 * logvar)
        return mu, std

    def forward(self, x):
        mu, std = self.encode(x)
        z = mu + torch.randn_like(std) * std
        return self.decode(z), mu, std


def elbo(x, recon, mu, std, floor=1e-2):
    std = std + floor
    rec = (recon - x).pow(2).sum(1)
    kl = 0.5 * (mu.pow(2) + std.pow(2) - 2 * std.log() - 1).sum(1)
    return (rec + kl).mean()


torch.manual_seed(8)
model = TinyVAE()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
batch = torch.randn(5, 4)
loss = elbo(batch, *model(batch))
opt.zero_grad()
loss.backward()
opt.step()
