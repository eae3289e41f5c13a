import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
class Meter:
    def __init__(self):
        self.total, self.n = 0.0, 0
    def update(self, v):
        self.total += v
        self.n += 1
        return self.total / self.n
meter = Meter()
lin = nn.Linear(3, 3)
def block(x):
    h = torch.tanh(lin(x))
    avg = meter.update(h.mean().item())
    return h * h
x = torch.randn(2, 3, requires_grad=True)
checkpoint(block, x, use_reentrant=False).sum().backward()
ref, = torch.autograd.grad(block(x).sum(), x)
assert torch.allclose(ref, x.grad)
