import torch
import torch.nn as nn
import torch.nn.functional as F


class ResnetBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.block1 = nn.Conv1d(dim, dim, 3, padding=1)
        self.block2 = nn.Conv1d(dim, dim, 3, padding=1)
        self.res = nn.Conv1d(dim, dim, 1)

    def forward(self, x):
        h = F.silu(self.block1(x))
        h = self.block2(h)
        h += self.res(x)
        return h


torch.manual_seed(1701)
block = ResnetBlock(2)
loss = block(torch.randn(2, 2, 5)).tanh().pow(2).mean()
loss.backward()
