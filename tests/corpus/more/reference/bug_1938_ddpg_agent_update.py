import torch
import torch.nn as nn
import torch.nn.functional as F


class DDPG:
    def __init__(self, n_obs, n_act):
        self.actor = nn.Linear(n_obs, n_act)
        self.critic = nn.Linear(n_obs + n_act, 1)
        self.actor_opt = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.critic_opt = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def q(self, s, a):
        return self.critic(torch.cat([s, a], dim=-1))

    def update(self, s, a, y):
        self.actor_opt.zero_grad()
        self.critic_opt.zero_grad()
        actor_loss = -self.q(s, torch.tanh(self.actor(s))).mean()
        actor_loss.backward()
        self.actor_opt.step()
        self.critic_opt.zero_grad()
        critic_loss = F.mse_loss(self.q(s, a), y)
        critic_loss.backward()
        self.critic_opt.step()


torch.manual_seed(144)
agent = DDPG(3, 1)
agent.update(torch.randn(4, 3), torch.randn(4, 1), torch.randn(4, 1))
