import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(2429)
policy = nn.Linear(3, 2)
baseline = nn.Linear(3, 1)
obs = torch.randn(6, 3)

dist = Categorical(logits=policy(obs))
action = dist.sample()
reward = (action == (obs[:, 0] > 0).long()).float()
value = baseline(obs).squeeze(1)
advantage = (reward - value).detach()
advantage -= advantage.mean()
advantage /= advantage.std() + 1e-6
loss = -(dist.log_prob(action) * advantage).mean() + 0.5 * (value - reward).square().mean() - 0.01 * dist.entropy().mean()
loss.backward()
