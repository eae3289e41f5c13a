import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(25)
disc = nn.Sequential(nn.Linear(2, 4), nn.Softplus(), nn.Linear(4, 1))
opt = torch.optim.Adam(disc.parameters(), lr=1e-3, betas=(0.0, 0.99))
real, fake = torch.randn(5, 2), torch.randn(5, 2) + 1

real.requires_grad_()
score = disc(real)
adv = F.softplus(-score).mean() + F.softplus(disc(fake)).mean()
(g,) = torch.autograd.grad(score.sum(), real, create_graph=True)
penalty = g.pow(2).flatten(1).sum(1).mean()
opt.zero_grad(set_to_none=True)
(adv + 5.0 * penalty).backward()
opt.step()
print("penalty", penalty.item())
