import torch
import torch.nn as nn
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.mu = nn.Linear(obs, act)
        self.log_std = nn.Parameter(torch.zeros(act))

    def forward(self, obs):
        return Normal(self.mu(obs), self.log_std.exp())


def policy_loss(actor, critic, obs, alpha=0.1):
    dist = actor(obs)
    raw = dist.rsample()
    action = torch.tanh(raw)
    logp = (dist.log_prob(raw) - torch.log(1 - action.pow(2) + 1e-6)).sum(-1)
    q = critic(torch.cat([obs, action], dim=-1)).squeeze(-1)
    return (alpha * logp - q).mean()


torch.manual_seed(1635)
actor = Actor(3, 2)
critic = nn.Sequential(nn.Linear(5, 4), nn.Tanh(), nn.Linear(4, 1))
loss = policy_loss(actor, critic, torch.randn(4, 3))
loss.backward()
