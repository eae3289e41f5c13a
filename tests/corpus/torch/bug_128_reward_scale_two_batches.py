import torch
import torch.nn as nn


class RunningScale(nn.Module):
    def __init__(self, momentum=0.2):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("inv_std", torch.ones(1))

    @torch.no_grad()
    def track(self, values):
        self.inv_std.mul_(1 - self.momentum).add_(self.momentum / values.std())

    def forward(self, values):
        scaled = values * self.inv_std
        if self.training:
            self.track(values)
        return scaled


torch.manual_seed(12)
critic = nn.Linear(3, 1)
scale = RunningScale()
real, imagined = torch.randn(6, 3), 2 * torch.randn(6, 3)
returns = torch.randn(6, 1)

errors = []
for states in (real, imagined):
    errors.append((scale(critic(states)) - returns).pow(2).mean())
loss = torch.stack(errors).sum()
loss.backward()
