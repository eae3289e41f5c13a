import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.max_len = 0
        self.flops = 0
    def forward(self, x):
        self.max_len = max(self.max_len, x.shape[0])
        self.flops += x.numel() * 6
        return self.lin(x).tanh()
b = Block()
x = torch.randn(2, 3, requires_grad=True)
checkpoint(b, x, use_reentrant=False).sum().backward()
