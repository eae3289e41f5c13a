import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
class Q(nn.Module):
    def __init__(self):
        super().__init__()
        self.amax = torch.tensor(1.0)
        self.lin = nn.Linear(3, 3)
    def forward(self, x):
        h = self.lin(x)
        scale = h.detach().abs().max()
        self.amax = torch.maximum(self.amax, scale)
        return (h / scale).tanh()
b = Q()
x = torch.randn(2, 3, requires_grad=True)
checkpoint(b, x, use_reentrant=False).sum().backward()
