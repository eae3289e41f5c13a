import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(103)
policy = nn.Linear(3, 2)
stats = {"reward": torch.zeros(()), "entropy": torch.zeros(())}


def episode(length):
    logp = torch.zeros(())
    bonus = torch.zeros(())
    for t in range(length):
        dist = Categorical(logits=policy(torch.randn(3)))
        action = dist.sample()
        reward = 1.0 if action.item() == t % 2 else -0.5
        step = dist.log_prob(action)
        step *= reward
        logp += step
        bonus += dist.entropy()
        stats["reward"] += reward
        stats["entropy"] += bonus.detach()
    return logp, bonus


logp, bonus = episode(4)
loss = -logp - 0.01 * bonus
loss.backward()
print({k: round(float(v), 3) for k, v in stats.items()})
