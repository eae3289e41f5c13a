import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class RunningScale(nn.Module):
    def __init__(self, dim, momentum=0.3):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("scale", torch.ones(dim))

    def forward(self, x):
        if self.training:
            with torch.no_grad():
                self.scale.lerp_(x.abs().amax(dim=0), self.momentum)
        return x / self.scale


class Stage(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.norm = RunningScale(dim)

    def forward(self, x):
        return torch.tanh(self.norm(self.fc(x)))


torch.manual_seed(8)
stem, stage = nn.Linear(2, 3), Stage(3)
x = 4 * torch.randn(4, 2)
h = checkpoint(stage, stem(x), use_reentrant=False)
loss = h.pow(2).sum()
loss.backward()
