import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class RunningCentre(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.slope = nn.Parameter(torch.ones(dim))
        self.register_buffer("centre", torch.zeros(dim))

    def forward(self, x):
        self.centre.lerp_(x.detach().mean(dim=0), 0.3)
        return torch.tanh((x - self.centre) * self.slope)


torch.manual_seed(351)
norm = RunningCentre(3)
beats = torch.randn(4, 3) + 2.0
h = norm(beats)
loss = h.square().sum()
loss.backward()
