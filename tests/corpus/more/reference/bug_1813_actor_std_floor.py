import torch
import torch.nn as nn
from torch.distributions import Normal


class GaussianActor(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.mu = nn.Linear(obs_dim, act_dim)
        self.log_std = nn.Parameter(torch.tensor([-3.0, 0.2]))

    def dist(self, obs):
        raw = self.log_std.exp()
        std = raw + (raw.clamp(0.2, 1.0) - raw).detach()
        return Normal(self.mu(obs), std)


torch.manual_seed(1813)
actor = GaussianActor(3, 2)
obs, act, adv = torch.randn(5, 3), torch.randn(5, 2), torch.randn(5)
logp = actor.dist(obs).log_prob(act).sum(-1)
loss = -(logp * adv).mean()
loss.backward()
