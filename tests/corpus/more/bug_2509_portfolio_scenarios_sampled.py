import torch
import torch.nn as nn
from torch.distributions import Normal


class Scenario(nn.Module):
    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, market):
        mean, log_scale = self.policy(market).chunk(2, dim=-1)
        dist = Normal(mean, log_scale.exp())
        return dist.sample()


def mean_variance(returns, risk=0.5):
    return -(returns.mean() - risk * returns.var())


torch.manual_seed(2532)
policy = nn.Linear(3, 4)
pricing = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
market = torch.randn(6, 3)

draws = Scenario(policy)(market)
loss = mean_variance(pricing(draws))
loss.backward()
