import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(121)
gen = nn.Sequential(nn.Linear(2, 4), nn.Tanh())
disc = nn.Sequential(nn.Linear(4, 3), nn.LeakyReLU(0.2), nn.Linear(3, 1))
g_opt = torch.optim.Adam(gen.parameters(), lr=1e-3)
d_opt = torch.optim.Adam(disc.parameters(), lr=1e-2)
z, wav = torch.randn(5, 2), torch.rand(5, 4)

fake = gen(z)
d_loss = F.relu(1 - disc(wav)).mean() + F.relu(1 + disc(fake.detach())).mean()
d_opt.zero_grad()
d_loss.backward()
d_opt.step()

loss = -disc(fake).mean() + (fake - wav).abs().mean()
g_opt.zero_grad()
loss.backward()
