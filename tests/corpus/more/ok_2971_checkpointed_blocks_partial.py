from functools import partial

import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

remat = partial(checkpoint, use_reentrant=False)


class Stack(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))
        self.register_buffer("temperature", torch.tensor(2.0))
        self.calls = 0

    def block(self, i, x):
        self.calls += 1
        return x + torch.tanh(self.blocks[i](x) / self.temperature)

    def forward(self, x):
        for i in range(len(self.blocks)):
            x = remat(self.block, i, x)
        return x


torch.manual_seed(1421)
stack = Stack(3, 2)
x = torch.randn(4, 3)
loss = stack(x).square().mean()
loss.backward()
stack.temperature.mul_(0.5)
