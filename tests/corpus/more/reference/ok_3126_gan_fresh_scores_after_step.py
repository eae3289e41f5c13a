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


for opt in opts:
    opt.zero_grad()
d_loss = bce(disc(real), 1.0) + bce(disc(gen(noise).detach().clone()), 0.0)
d_loss.backward()
opts[1].step()

for p in gen.parameters():
    p.grad = None
frozen = [p.detach().clone() for p in disc.parameters()]
hidden = F.leaky_relu(F.linear(gen(noise), frozen[0], frozen[1]), 0.2)
g_loss = bce(F.linear(hidden, frozen[2], frozen[3]), 1.0)
g_loss.backward()
opts[0].step()
