import torch
import torch.nn as nn
from torch.distributions import Normal


class GaussianPolicy(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs_dim, 8), nn.ReLU(), nn.Linear(8, 2 * act_dim))

    def forward(self, obs):
        mean, log_std = self.net(obs).chunk(2, dim=-1)
        log_std = log_std.contiguous()
        log_std.clamp_(-0.2, 0.2)
        return Normal(mean, log_std.exp())


torch.manual_seed(66)
policy = GaussianPolicy(3, 2)
obs = 3 * torch.randn(5, 3)
actions = torch.randn(5, 2)
log_prob = policy(obs).log_prob(actions).sum(-1)
loss = -log_prob.mean()
loss.backward()
