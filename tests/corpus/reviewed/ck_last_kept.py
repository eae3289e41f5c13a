import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.last = None
    def forward(self, x):
        h = torch.tanh(self.lin(x))
        self.last = h.detach()
        return h + self.last.mean() * 0
b = Block()
x = torch.randn(2, 3, requires_grad=True)
checkpoint(b, x, use_reentrant=False).sum().backward()
