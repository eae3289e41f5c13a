import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(6)
G = nn.Linear(2, 3)
D = nn.Sequential(nn.Linear(3, 4), nn.SiLU(), nn.Linear(4, 1))
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
z, real = torch.randn(4, 2), torch.randn(4, 3)

for _ in range(2):
    fake = G(z)
    verdict = D(fake)
    d_loss = F.softplus(-D(real)).mean() + F.softplus(verdict).mean()
    g_loss = F.softplus(-verdict).mean()
    opt_g.zero_grad()
    opt_d.zero_grad()
    gd = torch.autograd.grad(F.softplus(-D(real)).mean() + F.softplus(D(G(z).detach())).mean(), list(D.parameters()))
    gg = torch.autograd.grad(F.softplus(-D(G(z))).mean(), list(G.parameters()))
    for p, g in zip([*D.parameters(), *G.parameters()], [*gd, *gg]):
        p.grad = g
    opt_d.step()
    opt_g.step()
