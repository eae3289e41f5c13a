import math

import torch
import torch.nn as nn


class SquashedPolicy(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs_dim, 4), nn.Tanh(), nn.Linear(4, 2 * act_dim))

    def forward(self, obs, noise):
        mean, log_std = self.net(obs).chunk(2, dim=-1)
        log_std = log_std.clamp(-5.0, 0.1)
        action = torch.tanh(mean + log_std.exp() * noise)
        logp = -0.5 * noise.pow(2) - log_std - 0.5 * math.log(2 * math.pi)
        logp = logp - torch.log(1 - action.pow(2) + 1e-6)
        return action, logp.sum(dim=-1)


torch.manual_seed(2611)
actor = SquashedPolicy(3, 2)
obs, noise = torch.randn(4, 3), torch.randn(4, 2)
action, logp = actor(obs, noise)
q = -(action - 0.5).pow(2).sum(dim=-1)
loss = (0.2 * logp - q).mean()
loss.backward()
