import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(345)
policy = nn.Linear(3, 4)
obs = torch.randn(6, 3)
reward = torch.randn(6)
dist = Categorical(logits=policy(obs))
action = dist.sample()
logp = policy(obs).log_softmax(1).gather(1, action[:, None]).squeeze(1)
loss = -(logp * reward).mean()
loss.backward()
