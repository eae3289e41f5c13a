import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(1607)
policy = nn.Linear(3, 2)
value = nn.Linear(3, 1)
opt = torch.optim.Adam([*policy.parameters(), *value.parameters()], lr=0.01)
obs, returns = torch.randn(6, 3), torch.randn(6)
history = []

dist = Categorical(logits=policy(obs))
action = dist.sample()
baseline = value(obs).squeeze(1)
advantage = torch.tensor((returns - baseline).tolist())
policy_loss = -(torch.log_softmax(policy(obs), dim=1).gather(1, action[:, None]).squeeze(1) * advantage).mean()
value_loss = (baseline - returns).pow(2).mean()
loss = policy_loss + 0.5 * value_loss - 0.01 * dist.entropy().mean()
opt.zero_grad()
loss.backward()
opt.step()
history.append((policy_loss.item(), advantage.mean().item()))
print(len(history))
