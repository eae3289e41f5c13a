import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1139)
gen, disc = nn.Linear(2, 3), nn.Linear(3, 1)
opt_g = torch.optim.SGD(gen.parameters(), lr=0.1)
opt_d = torch.optim.SGD(disc.parameters(), lr=0.1)
ones, zeros = torch.ones(4, 1), torch.zeros(4, 1)


def bce(logits, label):
    return F.binary_cross_entropy_with_logits(logits, label)


for step in range(2):
    real, noise = torch.randn(4, 3), torch.randn(4, 2)
    opt_g.zero_grad()
    fake = gen(noise)
    g_loss = bce(disc(fake), ones)
    g_loss.backward()
    opt_g.step()

    d_loss = bce(disc(real), ones) + bce(disc(fake.detach()), zeros)
    opt_d.zero_grad()
    d_loss.backward()
    opt_d.step()
