import torch
import torch.nn as nn
from torch.distributions import Normal


class GaussianActor(nn.Module):
    def __init__(self, obs: int, act: int):
        super().__init__()
        self.mu, self.log_std = nn.Linear(obs, act), nn.Linear(obs, act)

    def forward(self, obs: torch.Tensor) -> Normal:
        log_std = self.log_std(obs)
        log_std.clamp_(-0.5, 0.5)
        return Normal(self.mu(obs), log_std.exp())


torch.manual_seed(1707)
actor = GaussianActor(3, 2)
obs, act = torch.randn(6, 3), torch.randn(6, 2)
loss = -actor(obs).log_prob(act).mean()
loss.backward()
