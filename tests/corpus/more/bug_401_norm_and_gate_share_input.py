import torch
import torch.nn as nn
import torch.nn.functional as F


class ParallelBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.mix = nn.Linear(dim, dim)

    def forward(self, h):
        branch = self.mix(self.norm(h))
        gate = F.leaky_relu(h, 0.1, inplace=True)
        return branch * gate


torch.manual_seed(4032)
up = nn.Linear(2, 4)
block = ParallelBlock(4)
out = block(up(torch.randn(3, 2)))
loss = out.pow(2).mean()
loss.backward()
