import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1739)
enc = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 2))
dec = nn.Linear(2, 4)
disc = nn.Sequential(nn.Linear(2, 5), nn.LeakyReLU(0.2), nn.Linear(5, 2))
opt_vae = torch.optim.SGD([*enc.parameters(), *dec.parameters()], lr=0.05)
opt_disc = torch.optim.SGD(disc.parameters(), lr=0.05)


def permute_dims(z):
    return torch.stack([c[torch.randperm(len(c))] for c in z.T], 1)


def train_batch(a, b):
    z = enc(a)
    d_z = disc(z)
    tc = (d_z[:, 0] - d_z[:, 1]).mean()
    vae_loss = F.mse_loss(dec(z), a) + 0.5 * tc
    opt_vae.zero_grad()
    vae_loss.backward(retain_graph=True)
    opt_vae.step()
    z_perm = permute_dims(enc(b)).detach()
    ones, zeros = torch.ones(len(a)).long(), torch.zeros(len(a)).long()
    disc_loss = 0.5 * (F.cross_entropy(d_z, zeros) + F.cross_entropy(disc(z_perm), ones))
    opt_disc.zero_grad()
    disc_loss.backward()
    opt_disc.step()


train_batch(torch.randn(6, 4), torch.randn(6, 4))
