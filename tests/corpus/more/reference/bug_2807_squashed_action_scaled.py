import torch
import torch.nn as nn
from torch.distributions import Normal


class SquashedPolicy(nn.Module):
    def __init__(self, obs_dim, act_dim, max_action):
        super().__init__()
        self.mu = nn.Linear(obs_dim, act_dim)
        self.log_std = nn.Parameter(torch.full((act_dim,), -0.5))
        self.max_action = max_action

    def forward(self, obs):
        pi = Normal(self.mu(obs), self.log_std.exp())
        u = pi.rsample()
        action = torch.tanh(u)
        logp = pi.log_prob(u).sum(-1)
        logp = logp - torch.log(1 - action.pow(2) + 1e-6).sum(-1)
        return action * self.max_action, logp


torch.manual_seed(507)
policy = SquashedPolicy(3, 2, max_action=2.0)
critic = nn.Linear(5, 1)
obs = torch.randn(4, 3)
action, logp = policy(obs)
q = critic(torch.cat([obs, action], dim=-1)).squeeze(-1)
loss = (0.2 * logp - q).mean()
loss.backward()
