import torch
import torch.nn as nn


class Whiten(nn.Module):
    def __init__(self, features, momentum=0.1, eps=1e-5):
        super().__init__()
        self.momentum, self.eps = momentum, eps
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("var", torch.ones(features))
        self.gain = nn.Parameter(torch.ones(features))

    def forward(self, x):
        if not self.training:
            return self.gain * (x - self.mean) / (self.var + self.eps).sqrt()
        mu, var = x.mean(0), x.var(0, unbiased=False)
        with torch.no_grad():
            self.mean.mul_(1 - self.momentum).add_(mu, alpha=self.momentum)
            self.var.mul_(1 - self.momentum).add_(var, alpha=self.momentum)
        return self.gain * (x - mu) / (var + self.eps).sqrt()


torch.manual_seed(3202)
net = nn.Sequential(nn.Linear(3, 4), Whiten(4), nn.Tanh(), nn.Linear(4, 1))
a, b = torch.randn(5, 3), torch.randn(5, 3)
loss = net(a).pow(2).mean() + (net(b) - 1).pow(2).mean()
loss.backward()
