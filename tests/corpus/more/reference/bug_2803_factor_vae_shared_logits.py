import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2316)
enc = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 2))
dec = nn.Linear(2, 4)
disc = nn.Linear(2, 2)
opt_vae = torch.optim.Adam([*enc.parameters(), *dec.parameters()], lr=1e-2)
opt_disc = torch.optim.Adam(disc.parameters(), lr=1e-2)
x = torch.randn(6, 4)
zeros, ones = torch.zeros(6, dtype=torch.long), torch.ones(6, dtype=torch.long)

z = enc(x)
d_z = disc(z)
vae_loss = F.mse_loss(dec(z), x) + (d_z[:, 0] - d_z[:, 1]).mean()
opt_vae.zero_grad()
vae_loss.backward(retain_graph=True)

z_perm = torch.stack([col[torch.randperm(6)] for col in z.detach().T], dim=1)
loss = 0.5 * (F.cross_entropy(d_z, zeros) + F.cross_entropy(disc(z_perm), ones))
opt_disc.zero_grad()
loss.backward()
opt_vae.step()
opt_disc.step()
