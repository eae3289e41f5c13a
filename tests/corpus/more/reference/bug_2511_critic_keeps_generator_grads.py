import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2541)
gen = nn.Linear(2, 3)
disc = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
opt_g = torch.optim.SGD(gen.parameters(), lr=0.1)
opt_d = torch.optim.SGD(disc.parameters(), lr=0.1)


def bce(scores, value):
    return F.binary_cross_entropy_with_logits(scores, torch.full_like(scores, value))


for real in torch.randn(1, 4, 3):
    fake = gen(torch.randn(4, 2))
    opt_g.zero_grad()
    g_loss = bce(disc(fake), 1.0)
    g_loss.backward()
    opt_g.step()

    opt_d.zero_grad()
    d_loss = bce(disc(real), 1.0) + bce(disc(fake.detach()), 0.0)
    d_loss.backward()
    opt_d.step()
