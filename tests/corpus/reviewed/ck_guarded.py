import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = 1.0
    def forward(self, x):
        y = (x * self.scale).tanh()
        if not self.training:
            self.scale = self.scale * 2
        return y
b = Block()
x = torch.randn(2, 3, requires_grad=True)
checkpoint(b, x, use_reentrant=False).sum().backward()
ref, = torch.autograd.grad(b(x).sum(), x)
assert torch.allclose(ref, x.grad)
