import torch
from torch import nn, optim


class ReturnScale(nn.Module):
    def __init__(self, rate: float = 0.1):
        super().__init__()
        self.rate = rate
        self.register_buffer("scale", torch.ones(()))

    def normalise(self, value: torch.Tensor) -> torch.Tensor:
        return value / self.scale.clone()

    def observe(self, returns: torch.Tensor) -> None:
        self.scale.mul_(1 - self.rate).add_(self.rate * returns.std())


torch.manual_seed(305)
critic = nn.Linear(3, 1)
tracker = ReturnScale()
opt = optim.Adam(critic.parameters(), lr=1e-3)

for epoch in range(2):
    states, returns = torch.randn(5, 3), 4.0 * torch.randn(5)
    error = tracker.normalise(critic(states).squeeze(-1) - returns)
    tracker.observe(returns)
    opt.zero_grad()
    error.pow(2).mean().backward()
    opt.step()
