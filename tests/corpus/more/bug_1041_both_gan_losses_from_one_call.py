import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1041)
g, d = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
g_opt = torch.optim.SGD(g.parameters(), lr=0.1)
d_opt = torch.optim.SGD(d.parameters(), lr=0.1)


def losses(x_real):
    fake = g(torch.randn(x_real.size(0), 2))
    dfake, dreal = d(fake), d(x_real)
    d_loss = F.softplus(-dreal).mean() + F.softplus(dfake).mean()
    return d_loss, F.softplus(-dfake).mean()


d_loss, g_loss = losses(torch.randn(4, 3))
d_opt.zero_grad()
d_loss.backward(retain_graph=True)
d_opt.step()
g_opt.zero_grad()
g_loss.backward()
g_opt.step()
