import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(2429)
policy = nn.Linear(3, 2)
baseline = nn.Linear(3, 1)
obs = torch.randn(6, 3)

with torch.no_grad():
    action = Categorical(logits=policy(obs)).sample()
logp = torch.log_softmax(policy(obs), dim=1)
reward = (action == (obs[:, 0] > 0).long()).float()
value = baseline(obs).squeeze(1)
advantage = (reward - value).detach()
advantage = advantage - advantage.mean()
advantage = advantage / (advantage.std() + 1e-6)
loss = -(logp.gather(1, action[:, None])[:, 0] * advantage).mean() + 0.5 * (value - reward).square().mean() + 0.01 * (logp.exp() * logp).sum(1).mean()
loss.backward()
