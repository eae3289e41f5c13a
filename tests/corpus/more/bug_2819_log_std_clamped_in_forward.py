import torch
import torch.nn as nn


class GaussianPolicy(nn.Module):
    LOG_STD_MIN, LOG_STD_MAX = -5.0, 0.5

    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs_dim, 4), nn.Tanh(), nn.Linear(4, act_dim))
        self.log_std = nn.Parameter(torch.zeros(act_dim))

    @property
    def std(self):
        return self.log_std.clamp_(self.LOG_STD_MIN, self.LOG_STD_MAX).exp()

    def log_prob(self, obs, act):
        return torch.distributions.Normal(self.net(obs), self.std).log_prob(act).sum(-1)


torch.manual_seed(519)
pi = GaussianPolicy(3, 2)
obs, act, adv = torch.randn(4, 3), torch.randn(4, 2), torch.randn(4)
loss = -(pi.log_prob(obs, act) * adv).mean()
loss.backward()
