from contextlib import contextmanager

import torch
import torch.nn as nn
import torch.nn.functional as F


@contextmanager
def turn(opt):
    opt.zero_grad()
    yield
    opt.step()


torch.manual_seed(6)
G = nn.Linear(2, 3)
D = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.1), nn.Linear(4, 1))
opt_g = torch.optim.RMSprop(G.parameters(), lr=1e-2)
opt_d = torch.optim.RMSprop(D.parameters(), lr=1e-2)

noise, real = torch.randn(4, 2), torch.randn(4, 3)
fake = G(noise)
verdict = D(fake)
with turn(opt_d):
    d_loss = F.softplus(-D(real)).mean() + F.softplus(D(fake.detach())).mean()
    d_loss.backward()
with turn(opt_g):
    g_loss = F.softplus(-verdict).mean()
    g_loss.backward()
