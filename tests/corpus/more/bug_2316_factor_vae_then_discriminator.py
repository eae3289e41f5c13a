import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1116)
encoder = nn.Sequential(nn.Linear(3, 4), nn.Softplus(), nn.Linear(4, 2))
decoder = nn.Linear(2, 3)
disc = nn.Linear(2, 2)
opt_vae = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=1e-2)
opt_d = torch.optim.Adam(disc.parameters(), lr=1e-2)


def permute_dims(z):
    return torch.stack([z[torch.randperm(len(z)), k] for k in range(z.size(1))], dim=1)


x = torch.randn(5, 3)
z = encoder(x)
d_z = disc(z)
tc = (d_z[:, 0] - d_z[:, 1]).mean()
vae_loss = F.mse_loss(decoder(z), x) + 2.0 * tc
opt_vae.zero_grad()
vae_loss.backward(retain_graph=True)
opt_vae.step()

d_loss = F.cross_entropy(d_z, torch.zeros(5, dtype=torch.long)) + F.cross_entropy(disc(permute_dims(z).detach()), torch.ones(5, dtype=torch.long))
opt_d.zero_grad()
d_loss.backward()
opt_d.step()
