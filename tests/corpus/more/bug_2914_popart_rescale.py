import torch
import torch.nn as nn


class PopArt(nn.Module):
    def __init__(self, dim, beta=0.1):
        super().__init__()
        self.head = nn.Linear(dim, 1)
        self.beta = beta
        self.register_buffer("mu", torch.zeros(1))
        self.register_buffer("nu", torch.ones(1))
        self.register_buffer("sigma", torch.ones(1))

    @torch.no_grad()
    def observe(self, returns):
        self.mu.lerp_(returns.mean(0), self.beta)
        self.nu.lerp_(returns.square().mean(0), self.beta)
        torch.sqrt(self.nu - self.mu**2, out=self.sigma)

    def forward(self, feats):
        return self.head(feats) * self.sigma + self.mu


torch.manual_seed(1314)
critic = PopArt(3)
feats, returns = torch.randn(6, 3), 5 * torch.randn(6, 1) + 2
values = critic(feats)
critic.observe(returns)
advantage = returns - values
loss = advantage.pow(2).mean()
loss.backward()
