import torch
import torch.nn as nn


class DDPG:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 1), nn.Tanh())
        self.critic = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 1))
        self.opt_a = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.opt_c = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def q(self, s, a):
        return self.critic(torch.cat([s, a], dim=1))

    def train(self, s, a, y):
        critic_loss = (self.q(s, a) - y).pow(2).mean()
        actor_loss = -self.q(s, self.actor(s)).mean()
        self.opt_a.zero_grad()
        actor_loss.backward()
        self.opt_a.step()
        self.opt_c.zero_grad()
        critic_loss.backward()
        self.opt_c.step()


torch.manual_seed(71)
agent = DDPG()
for _ in range(2):
    agent.train(torch.randn(4, 3), torch.rand(4, 1), torch.randn(4, 1))
