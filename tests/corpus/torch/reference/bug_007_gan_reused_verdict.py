import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(8)
gen = nn.Linear(2, 3)
disc = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
g_opt = torch.optim.Adam(gen.parameters(), lr=1e-3)
d_opt = torch.optim.Adam(disc.parameters(), lr=1e-3)

for real in torch.randn(2, 5, 3):
    fake = gen(torch.randn(5, 2))
    verdict = disc(fake)
    d_loss = F.softplus(-disc(real)).mean() + F.softplus(verdict).mean()
    d_opt.zero_grad()
    d_loss.backward(retain_graph=True)
    d_opt.step()
    g_loss = F.softplus(-disc(fake)).mean()
    g_opt.zero_grad()
    g_loss.backward()
    g_opt.step()
