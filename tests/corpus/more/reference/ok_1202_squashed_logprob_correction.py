import torch
import torch.nn as nn
from torch.distributions import Normal


class GaussianPolicy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 2)
        self.log_std = nn.Parameter(torch.full((2,), -0.5))

    def sample(self, state, noise):
        normal = Normal(self.mean(state), self.log_std.exp())
        x = normal.mean + normal.stddev * noise
        action = torch.tanh(x)
        log_prob = normal.log_prob(x)
        log_prob = log_prob - torch.log(1 - action.pow(2) + 1e-6)
        return action, log_prob.sum(1)


torch.manual_seed(2202)
policy = GaussianPolicy()
state, noise = torch.randn(4, 3), torch.randn(4, 2)
action, log_prob = policy.sample(state, noise)
loss = (0.2 * log_prob - action.sum(1)).mean()
loss.backward()
