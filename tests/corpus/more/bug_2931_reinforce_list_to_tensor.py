import torch
import torch.nn as nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.saved = []

    def act(self, obs):
        dist = Categorical(logits=self.fc(obs))
        action = dist.sample()
        self.saved.append(dist.log_prob(action))
        return action.item()


def finish_episode(policy, rewards, gamma=0.9):
    returns, g = [], 0.0
    for r in reversed(rewards):
        returns.insert(0, g := r + gamma * g)
    terms = [-lp * ret for lp, ret in zip(policy.saved, returns)]
    return torch.tensor(terms, requires_grad=True).sum()


torch.manual_seed(1331)
policy = Policy()
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
rewards = [1.0 if policy.act(torch.randn(3)) else -0.5 for _ in range(4)]
optimizer.zero_grad()
finish_episode(policy, rewards).backward()
optimizer.step()
