import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3222)
g, d = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
g_opt, d_opt = torch.optim.SGD(g.parameters(), lr=0.1), torch.optim.SGD(d.parameters(), lr=0.1)


def hinge(real_score, fake_score):
    return F.relu(1 - real_score).mean() + F.relu(1 + fake_score).mean()


for it in range(2):
    real, z = torch.randn(4, 3), torch.randn(4, 2)
    fake = g(z)

    d_opt.zero_grad()
    hinge(d(real), d(fake.detach())).backward()
    d_opt.step()

    g_opt.zero_grad()
    g_loss = -d(fake).mean()
    g_loss.backward()
    if it == 0:
        g_opt.step()
