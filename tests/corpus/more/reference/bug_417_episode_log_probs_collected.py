import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(4036)
policy = nn.Linear(3, 2)


def play(steps):
    log_probs, rewards = [], []
    state = torch.randn(3)
    for t in range(steps):
        dist = Categorical(logits=policy(state))
        action = dist.sample()
        log_probs.append(dist.log_prob(action))
        rewards.append(1.0 if action == 1 else -0.5)
        state = 0.9 * state + 0.1 * torch.randn(3)
    return torch.stack(log_probs), torch.tensor(rewards)


log_probs, rewards = play(4)
returns = rewards.flip(0).cumsum(0).flip(0)
loss = -(log_probs * returns).sum()
loss.backward()
