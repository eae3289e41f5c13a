import torch
import torch.nn as nn
from torch.distributions import Normal


class GaussianActor(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs, 4), nn.ReLU())
        self.mu, self.log_std = nn.Linear(4, act), nn.Linear(4, act)

    def scale(self, h):
        std = self.log_std(h).exp()
        return std.clamp_(0.8, 1.6)

    def forward(self, obs):
        h = self.body(obs)
        return Normal(self.mu(h), self.scale(h))


torch.manual_seed(1626)
actor = GaussianActor(3, 2)
dist = actor(torch.randn(6, 3))
loss = -dist.log_prob(torch.randn(6, 2)).mean() - 0.01 * dist.entropy().mean()
loss.backward()
