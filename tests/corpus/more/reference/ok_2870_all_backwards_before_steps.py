import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(620)
gen = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
disc = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
opts = [torch.optim.Adam(m.parameters(), lr=1e-2) for m in (gen, disc)]
real, z = torch.randn(4, 2), torch.randn(4, 2)

fake = gen(z)
d_loss = F.softplus(disc(fake.detach())).mean() + F.softplus(-disc(real)).mean()
g_loss = F.softplus(-disc(fake)).mean()
for opt in opts:
    opt.zero_grad()
gen_grads = torch.autograd.grad(g_loss, list(gen.parameters()))
for p, g in zip(gen.parameters(), gen_grads):
    p.grad = g.clone()
d_loss.backward()
for opt in opts:
    opt.step()
