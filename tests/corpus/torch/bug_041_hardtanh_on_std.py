import torch
import torch.nn as nn


class GaussianPolicy(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.mean = nn.Linear(obs_dim, act_dim)
        self.log_std = nn.Parameter(torch.zeros(act_dim))
        self.bound = nn.Hardtanh(0.05, 0.9, inplace=True)

    def forward(self, obs):
        std = self.log_std.exp()
        std = self.bound(std - 0.0) + self.bound(std)
        return torch.distributions.Normal(self.mean(obs), std)


torch.manual_seed(214)
policy = GaussianPolicy(3, 2)
dist = policy(torch.randn(4, 3))
loss = -dist.log_prob(torch.randn(4, 2)).mean()
loss.backward()
