import math
import torch
import torch.nn as nn


class GaussianPolicy(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.net = nn.Linear(obs_dim, 2 * act_dim)

    def sample(self, obs, noise):
        mean, log_std = self.net(obs).chunk(2, dim=-1)
        log_std = log_std.clamp(-2.0, 0.5)
        raw = mean + log_std.exp() * noise
        action = torch.tanh(raw)
        log_pi = -0.5 * noise.pow(2) - log_std - 0.5 * math.log(2 * math.pi)
        log_pi = log_pi - torch.log(1 - action.pow(2) + 1e-6)
        return action, log_pi.sum(-1)


torch.manual_seed(2141)
policy = GaussianPolicy(3, 2)
obs, noise = torch.randn(4, 3), torch.randn(4, 2)
action, log_pi = policy.sample(obs, noise)
loss = (0.2 * log_pi + action.pow(2).sum(-1)).mean()
loss.backward()
