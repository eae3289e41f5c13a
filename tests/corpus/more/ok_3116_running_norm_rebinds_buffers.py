import torch
import torch.nn as nn


class RunningNorm(nn.Module):
    def __init__(self, dim, rate=0.3):
        super().__init__()
        self.rate = rate
        self.register_buffer("centre", torch.zeros(dim))
        self.register_buffer("spread", torch.ones(dim))

    def forward(self, h):
        out = (h - self.centre) / self.spread
        with torch.no_grad():
            self.centre = self.centre + self.rate * (h.mean(0) - self.centre)
            self.spread = self.spread + self.rate * (h.std(0) - self.spread)
        return out


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean, self.norm = nn.Linear(3, 2), RunningNorm(2)

    def forward(self, *frames):
        return torch.stack([self.norm(self.mean(f)) for f in frames])


torch.manual_seed(3217)
policy = Policy()
now, later = torch.randn(5, 3), torch.randn(5, 3)
loss = policy(now, later).square().mean()
loss.backward()
