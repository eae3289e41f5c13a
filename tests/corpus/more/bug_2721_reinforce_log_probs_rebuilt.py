import torch
import torch.nn as nn
from torch.distributions import Categorical


class Reinforce:
    def __init__(self, obs_dim, n_actions):
        self.pi = nn.Sequential(nn.Linear(obs_dim, 4), nn.Tanh(), nn.Linear(4, n_actions))
        self.log_probs, self.rewards = [], []

    def act(self, obs):
        dist = Categorical(logits=self.pi(obs))
        action = dist.sample()
        self.log_probs.append(dist.log_prob(action))
        return action.item()

    def train(self, gamma=0.9):
        rets, future = [], 0.0
        for r in reversed(self.rewards):
            future = r + gamma * future
            rets.insert(0, future)
        rets = torch.tensor(rets)
        log_probs = torch.tensor(self.log_probs)
        loss = -(log_probs * (rets - rets.mean())).sum()
        loss.backward()


torch.manual_seed(2721)
agent = Reinforce(3, 2)
for obs in torch.randn(4, 3):
    agent.rewards.append(1.0 if agent.act(obs) == 0 else -0.5)
agent.train()
