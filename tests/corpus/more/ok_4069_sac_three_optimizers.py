import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.body = nn.Linear(obs, 6)
        self.mu, self.log_std = nn.Linear(6, act), nn.Linear(6, act)

    def forward(self, s):
        h = F.relu(self.body(s))
        dist = Normal(self.mu(h), self.log_std(h).clamp(-5, 2).exp())
        u = dist.rsample()
        logp = dist.log_prob(u).sum(-1)
        logp = logp - (2 * (0.6931472 - u - F.softplus(-2 * u))).sum(-1)
        return torch.tanh(u), logp


class TwinQ(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.q1 = nn.Sequential(nn.Linear(obs + act, 6), nn.ReLU(inplace=True), nn.Linear(6, 1))
        self.q2 = nn.Sequential(nn.Linear(obs + act, 6), nn.ReLU(inplace=True), nn.Linear(6, 1))

    def forward(self, s, a):
        sa = torch.cat([s, a], dim=-1)
        return self.q1(sa).squeeze(-1), self.q2(sa).squeeze(-1)


class SAC:
    def __init__(self, obs=3, act=1, gamma=0.98, tau=0.05):
        self.actor, self.critic = Actor(obs, act), TwinQ(obs, act)
        self.target = copy.deepcopy(self.critic).requires_grad_(False)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.opt_a = torch.optim.Adam(self.actor.parameters(), lr=3e-3)
        self.opt_c = torch.optim.Adam(self.critic.parameters(), lr=3e-3)
        self.opt_t = torch.optim.Adam([self.log_alpha], lr=3e-3)
        self.gamma, self.tau, self.goal = gamma, tau, -float(act)

    def update(self, s, a, r, s2, d):
        with torch.no_grad():
            a2, logp2 = self.actor(s2)
            q_next = torch.min(*self.target(s2, a2)) - self.log_alpha.exp() * logp2
            y = r + self.gamma * (1 - d) * q_next
        q1, q2 = self.critic(s, a)
        critic_loss = F.mse_loss(q1, y) + F.mse_loss(q2, y)
        self.opt_c.zero_grad()
        critic_loss.backward()
        self.opt_c.step()

        self.critic.requires_grad_(False)
        new_action, logp = self.actor(s)
        actor_loss = (self.log_alpha.exp().detach() * logp - torch.min(*self.critic(s, new_action))).mean()
        self.opt_a.zero_grad()
        actor_loss.backward()
        self.opt_a.step()
        self.critic.requires_grad_(True)

        alpha_loss = -(self.log_alpha * (logp.detach() + self.goal)).mean()
        self.opt_t.zero_grad()
        alpha_loss.backward()
        self.opt_t.step()
        with torch.no_grad():
            for p, t in zip(self.critic.parameters(), self.target.parameters()):
                t.mul_(1 - self.tau).add_(self.tau * p)
        return critic_loss.item(), actor_loss.item(), self.log_alpha.exp().item()


torch.manual_seed(124)
agent = SAC()
for it in range(4):
    s, a = torch.randn(8, 3), torch.rand(8, 1) * 2 - 1
    s2 = s + 0.1 * a
    losses = agent.update(s, a, -s2.pow(2).sum(1), s2, torch.zeros(8))
print("critic %.4f actor %.4f alpha %.4f" % losses)
