import torch
import torch.nn as nn

torch.manual_seed(430)
gen = nn.Linear(2, 3)
disc = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
opt_d = torch.optim.SGD(disc.parameters(), lr=0.1)
real, z = torch.randn(4, 3), torch.randn(4, 2)

fake = gen(z)
d_loss = disc(fake.detach()).mean() - disc(real).mean()
opt_d.zero_grad()
d_loss.backward()
opt_d.step()
g_loss = -disc(gen(z)).mean()
g_loss.backward()
