import torch
import torch.nn as nn
from torch.distributions import Categorical


class Worker:
    def __init__(self, obs_dim, n_act):
        self.actor, self.critic = nn.Linear(obs_dim, n_act), nn.Linear(obs_dim, 1)
        self.memory = []

    def act(self, obs, reward):
        dist = Categorical(logits=self.actor(obs))
        action = dist.sample()
        self.memory.append((dist.log_prob(action), self.critic(obs).squeeze(), reward))

    def episode_loss(self, gamma=0.9):
        returns, acc = [], 0.0
        for *_, r in reversed(self.memory):
            acc = r + gamma * acc
            returns.insert(0, acc)
        returns = torch.tensor(returns)
        log_probs = torch.tensor([m[0] for m in self.memory])
        values = torch.stack([m[1] for m in self.memory])
        adv = returns - values
        return -(log_probs * adv.detach()).mean() + adv.pow(2).mean()


torch.manual_seed(1615)
worker = Worker(3, 2)
for r in (1.0, 0.0, 2.0):
    worker.act(torch.randn(3), r)
loss = worker.episode_loss()
loss.backward()
