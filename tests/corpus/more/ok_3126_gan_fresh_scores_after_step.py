import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3227)
gen = nn.Linear(2, 2)
disc = nn.Sequential(nn.Linear(2, 4), nn.LeakyReLU(0.2, inplace=True), nn.Linear(4, 1))
opts = [torch.optim.SGD(m.parameters(), lr=0.1) for m in (gen, disc)]
real, noise = torch.randn(6, 2) + 1, torch.randn(6, 2)


def bce(logit, value):
    return F.binary_cross_entropy_with_logits(logit, torch.full_like(logit, value))


fake = gen(noise)
for opt in opts:
    opt.zero_grad()
d_loss = bce(disc(real), 1.0) + bce(disc(fake.detach()), 0.0)
d_loss.backward()
opts[1].step()

g_loss = bce(disc(fake), 1.0)
g_loss.backward()
opts[0].step()
