import torch, warnings
from torch import nn
from torch.utils.checkpoint import checkpoint
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.warned = False
        self.lin = nn.Linear(3, 3)
    def forward(self, x):
        if not self.warned:
            warnings.warn("slow path")
            self.warned = True
        return self.lin(x).tanh()
b = Block()
x = torch.randn(2, 3, requires_grad=True)
checkpoint(b, x, use_reentrant=False).sum().backward()
