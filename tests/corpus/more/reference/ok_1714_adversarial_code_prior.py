import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2714)
enc = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 2))
dec, disc = nn.Linear(2, 4), nn.Linear(2, 1)
opt_ae = torch.optim.SGD([*enc.parameters(), *dec.parameters()], lr=0.05)
opt_d = torch.optim.SGD(disc.parameters(), lr=0.05)
x = torch.randn(6, 4)

z = enc(x)
d_loss = F.softplus(-disc(torch.randn(6, 2))).mean() + F.softplus(disc(z.detach())).mean()
opt_d.zero_grad()
d_loss.backward()
opt_d.step()
z = enc(x)
recon = F.mse_loss(dec(z), x)
g_loss = recon + F.softplus(-disc(z)).mean()
opt_ae.zero_grad()
g_loss.backward()
opt_ae.step()
