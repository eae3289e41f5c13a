import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1541)
encoder = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
decoder, D = nn.Linear(2, 3), nn.Linear(2, 2)
optim_VAE = torch.optim.SGD([*encoder.parameters(), *decoder.parameters()], lr=0.1)
optim_D = torch.optim.SGD(D.parameters(), lr=0.1)
x, ones, zeros = torch.randn(6, 3), torch.ones(6).long(), torch.zeros(6).long()

z = encoder(x)
D_z = D(z)
vae_loss = F.mse_loss(decoder(z), x) + (D_z[:, 0] - D_z[:, 1]).mean()
optim_VAE.zero_grad()
vae_loss.backward(retain_graph=True)
optim_VAE.step()

z_pperm = torch.stack([z[:, 0], z[:, 1].roll(1)], dim=1).detach()
D_tc_loss = 0.5 * (F.cross_entropy(D(z.detach()), zeros) + F.cross_entropy(D(z_pperm), ones))
optim_D.zero_grad()
D_tc_loss.backward()
optim_D.step()
