import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, d, p=0.4):
        super().__init__()
        self.lin = nn.Linear(d, d)
        self.drop = nn.Dropout(p)

    def forward(self, x):
        h = self.lin(x)
        h.mul_(0.5)
        return x + self.drop(torch.tanh(h))


class Stack(nn.Module):
    def __init__(self, d, depth, use_ckpt=True):
        super().__init__()
        self.blocks = nn.ModuleList(Block(d) for _ in range(depth))
        self.use_ckpt = use_ckpt

    def forward(self, x):
        for blk in self.blocks:
            x = checkpoint(blk, x, use_reentrant=False) if self.use_ckpt else blk(x)
        return x


torch.manual_seed(3214)
stack = Stack(4, 3)
x = torch.randn(2, 4)
loss = stack(x).pow(2).sum()
torch.manual_seed(0)
loss.backward()
