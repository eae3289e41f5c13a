import torch
import torch.nn as nn
from torch.distributions import Categorical


class Agent:
    def __init__(self):
        self.policy = nn.Linear(3, 2)
        self.opt = torch.optim.SGD(self.policy.parameters(), lr=0.1)
        self.baseline = 0.0

    def update(self, obs, reward):
        dist = Categorical(logits=self.policy(obs))
        logp = dist.log_prob(torch.argmax(obs[:, :2], dim=1))
        score = (reward * logp).mean()
        loss = -(score - self.baseline) ** 2
        self.baseline = 0.9 * self.baseline + 0.1 * score
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


torch.manual_seed(34)
agent = Agent()
for episode in range(2):
    obs = torch.randn(6, 3)
    agent.update(obs, reward=obs.sum(1))
