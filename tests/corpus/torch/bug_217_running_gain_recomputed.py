import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class GainBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.register_buffer("gain", torch.ones(dim))

    def forward(self, x):
        h = torch.tanh(self.fc(x))
        with torch.no_grad():
            self.gain.mul_(0.5).add_(0.5 * h.abs().amax(0))
        return h * self.gain


torch.manual_seed(352)
block = GainBlock(3)
readout = nn.Linear(3, 1)


def segment(x):
    return readout(block(x))


x = torch.randn(5, 3, requires_grad=True)
target = torch.randn(5, 1)
pred = checkpoint(segment, x, use_reentrant=False)
loss = (pred - target).abs().sum()
loss.backward()
print(block.fc.weight.grad)
