import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1714)
gen, disc = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
opt_g = torch.optim.SGD(gen.parameters(), lr=0.1)
opt_d = torch.optim.SGD(disc.parameters(), lr=0.1)

fake, real = gen(torch.randn(4, 2)), torch.randn(4, 3)
g_loss = F.softplus(-disc(fake)).mean()
d_loss = F.softplus(disc(fake.detach())).mean() + F.softplus(-disc(real)).mean()

opt_g.zero_grad()
g_loss.backward()
opt_g.step()
opt_d.zero_grad()
d_loss.backward()
opt_d.step()
