import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2815)
gen = nn.Linear(2, 3)
disc = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
opt_g = torch.optim.SGD(gen.parameters(), lr=0.1)
opt_d = torch.optim.SGD(disc.parameters(), lr=0.1)
real = torch.randn(5, 3)

fake = gen(torch.randn(5, 2))
d_loss = F.softplus(-disc(real)).mean() + F.softplus(disc(fake.detach())).mean()
opt_d.zero_grad()
d_loss.backward()
opt_d.step()

frozen = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
frozen.load_state_dict(disc.state_dict())
loss = F.softplus(-frozen(fake)).mean()
opt_g.zero_grad()
loss.backward()
opt_g.step()
