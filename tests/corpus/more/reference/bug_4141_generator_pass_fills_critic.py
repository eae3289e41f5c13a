import torch
import torch.nn.functional as F
from torch import nn, optim

torch.manual_seed(341)
gen, disc = nn.Linear(2, 3), nn.Linear(3, 1)
g_opt = optim.SGD(gen.parameters(), lr=0.0)
d_opt = optim.SGD(disc.parameters(), lr=0.0)


def bce(score, real: bool):
    return F.binary_cross_entropy_with_logits(score, torch.full_like(score, float(real)))


def train(real, noise):
    g_opt.zero_grad()
    fake = gen(noise)
    bce(disc(fake), True).backward()
    g_opt.step()

    d_opt.zero_grad()
    d_loss = bce(disc(real), True) + bce(disc(fake.detach()), False)
    d_loss.backward()
    d_opt.step()


for _ in range(1):
    train(real=torch.randn(4, 3), noise=torch.randn(4, 2))
