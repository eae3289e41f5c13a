import torch
import torch.nn as nn


class RunningNorm(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("var", torch.ones(dim))
        self.register_buffer("count", torch.tensor(1.0))

    def forward(self, obs):
        if self.training:
            n = len(obs)
            self.count = self.count + n
            delta = obs.mean(0) - self.mean
            self.mean = self.mean + delta * n / self.count
            self.var = self.var.lerp(obs.var(0), n / float(self.count))
        return (obs - self.mean) / (self.var + 1e-5).sqrt()


torch.manual_seed(70)
norm = RunningNorm(3)
policy, value = nn.Linear(3, 2), nn.Linear(3, 1)
total = 0.0
for t in range(3):
    obs = norm(2 + torch.randn(4, 3))
    total = total + policy(obs).logsumexp(1).mean() + value(obs).pow(2).mean()
loss = total
loss.backward()
