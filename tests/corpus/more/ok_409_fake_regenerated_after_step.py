import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(4126)
G = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 2))
D = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
opt_d = torch.optim.Adam(D.parameters(), lr=0.05)
real, z = torch.randn(6, 2) + 2, torch.randn(6, 2)

fake = G(z)
d_loss = F.softplus(-D(real)).mean() + F.softplus(D(fake.detach())).mean()
opt_d.zero_grad()
d_loss.backward()
opt_d.step()
loss = F.softplus(-D(fake)).mean()
loss.backward()
