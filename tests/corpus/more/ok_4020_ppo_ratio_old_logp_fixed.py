import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(30)
actor = nn.Linear(3, 4)
opt = torch.optim.Adam(actor.parameters(), lr=0.05)
obs, adv = torch.randn(8, 3), torch.randn(8)
with torch.no_grad():
    behaviour = Categorical(logits=actor(obs))
    act = behaviour.sample()
    old_logp = behaviour.log_prob(act)

for epoch in range(3):
    dist = Categorical(logits=actor(obs))
    ratio = (dist.log_prob(act) - old_logp).exp()
    surr = torch.min(ratio * adv, ratio.clamp(0.8, 1.2) * adv)
    loss = -surr.mean() - 0.01 * dist.entropy().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    approx_kl = (old_logp - dist.log_prob(act)).mean().item()
print("kl", approx_kl)
