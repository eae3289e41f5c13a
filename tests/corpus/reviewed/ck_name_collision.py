import torch
from torch.utils.checkpoint import checkpoint
class Averager:
    def __init__(self):
        self.total, self.n = 0.0, 0
    def add(self, v):
        self.total += v
    def mean(self):
        self.n += 1
        return self.total / self.n
lin = torch.nn.Linear(3, 3)
def block(x):
    h = torch.tanh(lin(x))
    mu = h.mean()
    return (h - mu) ** 2
x = torch.randn(2, 3, requires_grad=True)
checkpoint(block, x, use_reentrant=False).sum().backward()
ref, = torch.autograd.grad(block(x).sum(), x)
assert torch.allclose(ref, x.grad)
log = Averager()
log.add(1.0)
