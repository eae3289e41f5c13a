import torch
import torch.nn as nn
from torch.distributions import Normal


class GaussianPolicy(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.mu = nn.Linear(obs, act)
        self.log_std = nn.Parameter(torch.full((act,), -0.5))

    def act(self, obs):
        dist = Normal(self.mu(obs), self.log_std.exp())
        return torch.tanh(dist.sample())


class WorldModel(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.net = nn.Linear(obs + act, obs)

    def forward(self, obs, action):
        return obs + 0.1 * self.net(torch.cat([obs, action], dim=-1))


torch.manual_seed(49)
policy, world = GaussianPolicy(3, 2), WorldModel(3, 2)
obs = torch.randn(4, 3)
loss = torch.zeros(())
for t in range(3):
    obs = world(obs, policy.act(obs))
    loss = loss + 0.9 ** t * obs.pow(2).sum(-1).mean()
loss.backward()
print(policy.mu.weight.grad)
