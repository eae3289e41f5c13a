import torch
import torch.nn as nn


class DDPG:
    def __init__(self):
        self.actor, self.critic = nn.Linear(3, 1), nn.Linear(4, 1)
        self.actor_opt = torch.optim.SGD(self.actor.parameters(), lr=0.01)
        self.critic_opt = torch.optim.SGD(self.critic.parameters(), lr=0.01)

    def q(self, s, a):
        return self.critic(torch.cat([s, a], dim=1))

    def train_on_batch(self, s, a, y):
        self.actor_opt.zero_grad()
        actor_loss = -self.q(s, torch.tanh(self.actor(s))).mean()
        actor_loss.backward()
        self.actor_opt.step()
        critic_loss = (self.q(s, a) - y).pow(2).mean()
        self.critic_opt.zero_grad()
        critic_loss.backward()
        self.critic_opt.step()


torch.manual_seed(1246)
ddpg = DDPG()
ddpg.train_on_batch(torch.randn(5, 3), torch.randn(5, 1), torch.randn(5, 1))
