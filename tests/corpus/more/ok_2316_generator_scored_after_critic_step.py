import torch
import torch.nn as nn

torch.manual_seed(1216)
gen = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3))
disc = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
opt_g = torch.optim.Adam(gen.parameters(), lr=1e-2)
opt_d = torch.optim.Adam(disc.parameters(), lr=1e-2)
real, noise = torch.randn(5, 3), torch.randn(5, 2)

fake = gen(noise)
d_loss = disc(fake.detach()).mean() - disc(real).mean()
opt_d.zero_grad()
d_loss.backward()
opt_d.step()

g_loss = -disc(fake).mean()
opt_g.zero_grad()
g_loss.backward()
opt_g.step()
