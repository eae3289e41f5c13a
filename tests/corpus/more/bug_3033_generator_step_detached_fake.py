import torch
import torch.nn as nn
import torch.nn.functional as F


class MLP(nn.Module):
    def __init__(self, a, h, b):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(a, h), nn.LeakyReLU(0.2), nn.Linear(h, b))

    def forward(self, x):
        return self.net(x)


def adv_loss(logits, real):
    return F.binary_cross_entropy_with_logits(logits, torch.full_like(logits, float(real)))


torch.manual_seed(3111)
gen, disc = MLP(2, 4, 3), MLP(3, 4, 1)
opt_g = torch.optim.SGD(gen.parameters(), lr=0.1)
opt_d = torch.optim.SGD(disc.parameters(), lr=0.1)
real, z = torch.randn(4, 3), torch.randn(4, 2)

fake = gen(z)
d_loss = adv_loss(disc(real), True) + adv_loss(disc(fake.detach()), False)
opt_d.zero_grad()
d_loss.backward()
opt_d.step()

g_loss = adv_loss(disc(fake.detach()), True)
opt_g.zero_grad()
g_loss.backward()
opt_g.step()
