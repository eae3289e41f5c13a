import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(8)
gen, disc = nn.Linear(2, 3), nn.Linear(3, 1)
g_opt = torch.optim.SGD(gen.parameters(), lr=0.1)
d_opt = torch.optim.SGD(disc.parameters(), lr=0.1)
real = torch.randn(5, 3)

fake = gen(torch.randn(5, 2))
d_loss = F.softplus(-disc(real)).mean() + F.softplus(disc(fake.detach())).mean()
d_opt.zero_grad()
d_loss.backward()
d_opt.step()
loss = F.softplus(-disc(fake)).mean()
g_opt.zero_grad()
loss.backward()
g_opt.step()
