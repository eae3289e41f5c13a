import torch
import torch.nn as nn


class DDPG:
    def __init__(self):
        self.actor = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
        self.critic = nn.Sequential(nn.Linear(5, 4), nn.ReLU(), nn.Linear(4, 1))
        self.actor_opt = torch.optim.SGD(self.actor.parameters(), lr=0.0)
        self.critic_opt = torch.optim.SGD(self.critic.parameters(), lr=0.2)

    def update(self, s, a, target):
        proposal = self.actor(s)
        critic_loss = (self.critic(torch.cat([s, a], 1)) - target).pow(2).mean()
        self.critic_opt.zero_grad()
        critic_loss.backward()
        self.critic_opt.step()
        actor_loss = -self.critic(torch.cat([s, proposal], 1)).mean()
        self.actor_opt.zero_grad()
        actor_loss.backward()
        self.actor_opt.step()


torch.manual_seed(268)
agent = DDPG()
s, a, target = torch.randn(4, 3), torch.randn(4, 2), torch.randn(4, 1)
agent.update(s, a, target)
