import torch
import torch.nn as nn


class OnlineNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d))
        self.register_buffer("mean", torch.zeros(d))
        self.register_buffer("var", torch.ones(d))

    def forward(self, x):
        with torch.no_grad():
            self.mean = self.mean.lerp(x.mean(0), 0.1)
            self.var = self.var * 0.9 + 0.1 * x.var(0)
        return (x - self.mean) / (self.var + 1e-5).sqrt() * self.gamma


torch.manual_seed(114)
norm = OnlineNorm(3)
loss = norm(torch.randn(5, 3)).abs().mean() + norm(torch.randn(5, 3)).pow(2).mean()
loss.backward()
