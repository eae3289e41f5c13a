import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2560)
gen = nn.Linear(2, 3)
disc = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
optim_G = torch.optim.SGD(gen.parameters(), lr=0.1)
optim_D = torch.optim.SGD(disc.parameters(), lr=0.1)
one, zero = torch.ones(4, 1), torch.zeros(4, 1)

for real in torch.randn(2, 4, 3):
    fake = gen(torch.randn(4, 2))
    g_loss = F.binary_cross_entropy_with_logits(disc(fake), one)
    d_fake = F.binary_cross_entropy_with_logits(disc(fake.detach()), zero)
    d_real = F.binary_cross_entropy_with_logits(disc(real), one)
    optim_G.zero_grad()
    g_loss.backward()
    optim_D.zero_grad()
    (d_real + d_fake).backward()
    optim_G.step()
    optim_D.step()
