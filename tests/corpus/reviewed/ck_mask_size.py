import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
class Attn(nn.Module):
    def __init__(self):
        super().__init__()
        self.mask = torch.empty(0, 0)
    def forward(self, x):
        if self.mask.shape[0] != x.shape[0]:
            self.mask = torch.tril(torch.ones(x.shape[0], x.shape[0]))
        return (self.mask @ x).tanh()
b = Attn()
x = torch.randn(2, 3, requires_grad=True)
checkpoint(b, x, use_reentrant=False).sum().backward()
ref, = torch.autograd.grad(b(x).sum(), x)
assert torch.allclose(ref, x.grad)
