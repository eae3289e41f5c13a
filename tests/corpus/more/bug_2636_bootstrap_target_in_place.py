import torch
import torch.nn as nn


class ValueLearner:
    def __init__(self, gamma=0.9):
        self.critic = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
        self.gamma = gamma

    def targets(self, values, rewards, done):
        returns = values.detach()
        returns *= self.gamma * (1.0 - done)
        returns += rewards
        return returns

    def loss(self, obs, rewards, done):
        values = self.critic(obs).squeeze(-1)
        target = self.targets(values[1:], rewards, done)
        return (values[:-1] - target).pow(2).mean()


torch.manual_seed(2647)
learner = ValueLearner()
obs = torch.randn(5, 3)
rewards, done = torch.randn(4), torch.tensor([0.0, 0.0, 1.0, 0.0])
loss = learner.loss(obs, rewards, done)
loss.backward()
