import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.dim = None
        self.lin = nn.Linear(3, 3)
    def forward(self, x):
        if self.dim and self.dim != x.shape[-1]:
            raise ValueError("width has changed")
        self.dim = x.shape[-1]
        return self.lin(x).tanh()
x = torch.randn(2, 3, requires_grad=True)
checkpoint(B(), x, use_reentrant=False).sum().backward()
