import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2410)
gen = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3))
disc = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2, inplace=True), nn.Linear(4, 1))
opt_g = torch.optim.SGD(gen.parameters(), lr=0.1)
opt_d = torch.optim.SGD(disc.parameters(), lr=0.1)
real, noise = torch.randn(5, 3), torch.randn(5, 2)

fake = gen(noise)
d_loss = F.softplus(-disc(real)).mean() + F.softplus(disc(fake.detach())).mean()
opt_d.zero_grad()
d_loss.backward()
opt_d.step()

loss = F.softplus(-disc(fake)).mean()
opt_g.zero_grad()
loss.backward()
opt_g.step()
