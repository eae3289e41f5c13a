import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(815)
policy = nn.Linear(3, 2)
opt = torch.optim.SGD(policy.parameters(), lr=0.01)

log_probs, rewards = [], []
for state in torch.randn(4, 3):
    dist = Categorical(logits=policy(state))
    action = dist.sample()
    log_probs.append(dist.log_prob(action))
    rewards.append(float(action) - 0.3)
log_probs = torch.tensor(log_probs)
loss = -(log_probs * torch.tensor(rewards)).sum()
opt.zero_grad()
loss.backward()
opt.step()
