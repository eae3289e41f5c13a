import torch
import torch.nn as nn
from torch.distributions import Normal


class GaussianPolicy(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.mean = nn.Linear(obs, act)
        self.log_std = nn.Linear(obs, act)

    def forward(self, s):
        dist = Normal(self.mean(s), self.log_std(s).clamp(-5, 2).exp())
        raw = dist.sample()
        return torch.tanh(raw)


class QNet(nn.Sequential):
    def __init__(self, obs, act):
        super().__init__(nn.Linear(obs + act, 4), nn.ReLU(), nn.Linear(4, 1))

    def forward(self, s, a):
        return super().forward(torch.cat([s, a], dim=1))


torch.manual_seed(3113)
policy, q = GaussianPolicy(3, 2), QNet(3, 2)
pi_opt = torch.optim.Adam(policy.parameters(), lr=1e-3)
s = torch.randn(5, 3)
pi_loss = -q(s, policy(s)).mean()
pi_opt.zero_grad()
pi_loss.backward()
pi_opt.step()
