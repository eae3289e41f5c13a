import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2308)
enhancer, critic = nn.Linear(4, 4), nn.Linear(4, 1)
opt_e = torch.optim.SGD(enhancer.parameters(), lr=0.05)
opt_c = torch.optim.SGD(critic.parameters(), lr=0.05)
noisy, clean = torch.randn(5, 4), torch.randn(5, 4)

enhanced = enhancer(noisy)
c_loss = F.softplus(critic(enhanced.detach())).mean() + F.softplus(-critic(clean)).mean()
opt_c.zero_grad()
c_loss.backward()
opt_c.step()

loss = F.softplus(-critic(enhanced)).mean() + F.l1_loss(enhanced, clean)
opt_e.zero_grad()
loss.backward()
opt_e.step()
