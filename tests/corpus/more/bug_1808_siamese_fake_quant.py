import torch
import torch.nn as nn


class FakeQuant(nn.Module):
    def __init__(self, bits=4):
        super().__init__()
        self.qmax = 2 ** (bits - 1) - 1
        self.register_buffer("scale", torch.ones(()))

    def observe(self, x):
        self.scale.copy_(x.detach().abs().max() / self.qmax)

    def forward(self, x):
        self.observe(x)
        q = x / self.scale
        q = q + (torch.round(q) - q).detach()
        return q * self.scale


class Tower(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc, self.quant = nn.Linear(3, 3), FakeQuant()

    def forward(self, x):
        return self.quant(torch.tanh(self.fc(x)))


torch.manual_seed(1808)
tower = Tower()
left, right = torch.randn(4, 3), 0.3 * torch.randn(4, 3)
gap = tower(left) - tower(right)
loss = gap.pow(2).sum()
loss.backward()
