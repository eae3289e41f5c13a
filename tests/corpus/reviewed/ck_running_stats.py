import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = torch.zeros(3)
    def forward(self, x):
        if self.training:
            m = x.mean(0)
            self.mean = 0.9 * self.mean + 0.1 * m.detach()
        else:
            m = self.mean
        return (x - m).tanh()
b = Norm()
x = torch.randn(2, 3, requires_grad=True)
checkpoint(b, x, use_reentrant=False).sum().backward()
ref, = torch.autograd.grad(b(x).sum(), x)
assert torch.allclose(ref, x.grad)
