import torch
import torch.nn as nn


class PopArt(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(2, 1)
        self.register_buffer("mu", torch.zeros(1))
        self.register_buffer("sigma", torch.ones(1))

    def forward(self, x):
        return self.head(x) * self.sigma + self.mu

    def update(self, returns):
        self.mu.lerp_(returns.mean(), 0.1)
        self.sigma.lerp_(returns.std(), 0.1)


torch.manual_seed(723)
critic = PopArt()
obs, returns = torch.randn(4, 2), 5 * torch.randn(4, 1)
value = critic(obs)
critic.update(returns)
loss = ((value - returns) / critic.sigma).pow(2).mean()
loss.backward()
