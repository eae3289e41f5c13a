import torch
import torch.nn as nn


class GainedResidual(nn.Module):
    def __init__(self, dim, init=0.1):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.gain = nn.Parameter(torch.ones(dim) * init)

    def forward(self, x):
        return x + self.gain * torch.tanh(self.lin(x))


torch.manual_seed(639)
block = GainedResidual(3)
x, y = torch.randn(4, 3), torch.randn(4, 3)
loss = (block(x) - y).pow(2).mean()
loss.backward()
print("gain gradient", block.gain.grad)
