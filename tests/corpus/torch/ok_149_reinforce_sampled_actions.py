import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(434)
policy = nn.Linear(3, 4)
obs = torch.randn(6, 3)
payout = torch.tensor([0.0, 1.0, -1.0, 0.5])

dist = Categorical(logits=policy(obs))
actions = dist.sample()
rewards = payout[actions]
greedy = dist.probs.argmax(dim=1)
adv = rewards - payout[greedy]
hit_rate = (actions == greedy).float().mean()
loss = -(dist.log_prob(actions) * adv).mean() - 0.01 * dist.entropy().mean()
loss.backward()
print(hit_rate.item(), policy.weight.grad)
