import torch
import torch.nn as nn


class FastWeights(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.inp = nn.Linear(2, n)
        self.register_buffer("fast", torch.eye(n))

    def forward(self, x):
        h = torch.tanh(self.inp(x))
        out = torch.tanh(self.fast @ h)
        with torch.no_grad():
            self.fast.mul_(0.9).add_(torch.outer(h, h), alpha=0.5)
        return out


torch.manual_seed(4012)
cell = FastWeights(3)
outputs = [cell(x) for x in torch.randn(4, 2)]
loss = torch.stack(outputs).pow(2).sum()
loss.backward()
