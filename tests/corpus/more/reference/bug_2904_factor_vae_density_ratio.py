import torch
import torch.nn as nn
import torch.nn.functional as F


def permute_dims(z):
    return torch.stack([z[torch.randperm(z.size(0)), d] for d in range(z.size(1))], dim=1)


class FactorVAE(nn.Module):
    def __init__(self, z_dim=2):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(5, 6), nn.ReLU(), nn.Linear(6, 2 * z_dim))
        self.decode = nn.Sequential(nn.Linear(z_dim, 6), nn.ReLU(), nn.Linear(6, 5))

    def forward(self, x):
        mu, logvar = self.encode(x).chunk(2, dim=1)
        z = mu + torch.randn_like(mu) * (0.5 * logvar).exp()
        return self.decode(z), mu, logvar, z


torch.manual_seed(4)
vae = FactorVAE()
discriminator = nn.Sequential(nn.Linear(2, 6), nn.LeakyReLU(0.2), nn.Linear(6, 2))
optim_vae = torch.optim.Adam(vae.parameters(), lr=1e-3)
optim_d = torch.optim.Adam(discriminator.parameters(), lr=1e-3)
x1, x2 = torch.rand(6, 5), torch.rand(6, 5)
ones, zeros = torch.ones(6, dtype=torch.long), torch.zeros(6, dtype=torch.long)

recon, mu, logvar, z = vae(x1)
kld = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(1).mean()
D_z = discriminator(z)
tc_loss = (D_z[:, :1] - D_z[:, 1:]).mean()
vae_loss = F.mse_loss(recon, x1) + kld + 6.4 * tc_loss
optim_vae.zero_grad()
vae_loss.backward(retain_graph=True)
optim_vae.step()

with torch.no_grad():
    z_prime = vae(x2)[-1]
    z_pperm = permute_dims(z_prime)

p = [q.detach().clone() for q in discriminator.parameters()]
zc = z.detach()


def logits(p, v):
    h = v @ p[0].T + p[1]
    return torch.log_softmax(torch.where(h > 0, h, 0.2 * h) @ p[2].T + p[3], 1)


g = torch.func.grad(lambda p: -0.5 * (logits(p, zc)[:, 0].mean() + logits(p, z_pperm)[:, 1].mean()))(p)
discriminator[0].weight.grad = g[0]
