import torch
import torch.nn as nn
import torch.nn.functional as F


class RunningNorm(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("std", torch.ones(dim))
        self.register_buffer("count", torch.tensor(1.0))

    def forward(self, h):
        if self.training:
            with torch.no_grad():
                rate = len(h) / (self.count + len(h))
                self.mean += rate * (h.mean(dim=0) - self.mean)
                self.std = self.std + rate * (h.std(dim=0) - self.std)
                self.count += len(h)
        return (h - self.mean) / self.std


torch.manual_seed(2624)
norm = RunningNorm(3)
disc = nn.Sequential(nn.Linear(2, 3), norm, nn.Tanh(), nn.Linear(3, 1))
expert, rollout = torch.randn(4, 2) + 1.0, torch.randn(4, 2)
real, fake = disc(expert), disc(rollout)
loss = F.softplus(-real).mean() + F.softplus(fake).mean()
loss.backward()
