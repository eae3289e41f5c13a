import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(541)
gen, disc = nn.Linear(2, 3), nn.Linear(3, 1)
opt_g = torch.optim.SGD(gen.parameters(), lr=0.05)
opt_d = torch.optim.SGD(disc.parameters(), lr=0.05)


def generator_step(z):
    opt_g.zero_grad()
    g_loss = F.softplus(-disc(gen(z))).mean()
    g_loss.backward()
    opt_g.step()
    return g_loss.item()


def discriminator_step(real, z):
    fake = gen(z).detach()
    d_loss = F.softplus(-disc(real)).mean() + F.softplus(disc(fake)).mean()
    opt_d.zero_grad()
    d_loss.backward()
    opt_d.step()
    return d_loss.item()


real, z = torch.randn(4, 3), torch.randn(4, 2)
history = [(generator_step(z), discriminator_step(real, z))]
print(len(history))
