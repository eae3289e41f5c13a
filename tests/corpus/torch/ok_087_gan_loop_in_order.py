import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(117)
G = nn.Linear(2, 3)
D = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2, inplace=True), nn.Linear(4, 1))
opt_g = torch.optim.SGD(G.parameters(), lr=0.05)
opt_d = torch.optim.SGD(D.parameters(), lr=0.05)


def d_step(real, fake):
    opt_d.zero_grad()
    loss = F.softplus(-D(real)).mean() + F.softplus(D(fake.detach())).mean()
    loss.backward()
    opt_d.step()


def g_step(fake):
    opt_g.zero_grad()
    loss = F.softplus(-D(fake)).mean()
    loss.backward()
    opt_g.step()
    return loss


for real in torch.randn(3, 4, 3):
    fake = G(torch.randn(4, 2))
    for _ in range(2):
        d_step(real, fake)
    loss = g_step(fake)
