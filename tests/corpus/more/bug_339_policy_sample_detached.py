import torch
import torch.nn as nn
from torch.distributions import Independent, Normal


class GaussianPolicy(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.mean = nn.Linear(obs, act)
        self.log_std = nn.Parameter(torch.zeros(act))

    def forward(self, obs):
        return Independent(Normal(self.mean(obs), self.log_std.exp()), 1)


torch.manual_seed(39)
policy = GaussianPolicy(3, 2)
q_net = nn.Sequential(nn.Linear(5, 4), nn.Tanh(), nn.Linear(4, 1))
obs = torch.randn(6, 3)

dist = policy(obs)
action = dist.sample()
loss = -q_net(torch.cat([obs, action], dim=-1)).mean()
loss.backward()
print("actor grad", policy.mean.weight.grad)
