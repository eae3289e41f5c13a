import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2715)
vae = nn.ModuleDict({"enc": nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 2)), "dec": nn.Linear(2, 4)})
critic = nn.Sequential(nn.Linear(2, 5), nn.LeakyReLU(0.2), nn.Linear(5, 2))
opt_vae = torch.optim.Adam(vae.parameters(), lr=1e-2)
opt_d = torch.optim.Adam(critic.parameters(), lr=1e-2)
x1, x2 = torch.randn(6, 4), torch.randn(6, 4)
ones, zeros = torch.ones(6, dtype=torch.long), torch.zeros(6, dtype=torch.long)


def permute_dims(z):
    return torch.stack([z[torch.randperm(len(z)), j] for j in range(z.shape[1])], dim=1)


z = torch.tanh(vae["enc"](x1))
recon = F.mse_loss(vae["dec"](z), x1)
d_z = critic(z)
tc = (d_z[:, 0] - d_z[:, 1]).mean()
opt_vae.zero_grad()
(recon + tc).backward(retain_graph=True)
opt_vae.step()

z_perm = permute_dims(torch.tanh(vae["enc"](x2))).detach()
d_loss = 0.5 * (F.cross_entropy(critic(z.detach()), zeros) + F.cross_entropy(critic(z_perm), ones))
opt_d.zero_grad()
d_loss.backward()
