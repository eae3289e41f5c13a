import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ready = False
        self.table = None
    def forward(self, x):
        if not self.ready:
            self.table = torch.arange(x.shape[-1]).float()
            self.ready = True
        return (x * self.table).tanh()
b = Block()
x = torch.randn(2, 3, requires_grad=True)
checkpoint(b, x, use_reentrant=False).sum().backward()
ref, = torch.autograd.grad(b(x).sum(), x)
assert torch.allclose(ref, x.grad)
