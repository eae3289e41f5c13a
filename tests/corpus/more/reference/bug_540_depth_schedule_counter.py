import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Tower(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.visited = 0

    def run_block(self, block, x):
        self.visited += 1
        return x + torch.tanh(block(x) / self.visited)

    def forward(self, x):
        self.visited = 0
        for block in self.blocks:
            x = self.run_block(block, x)
        return x


torch.manual_seed(71)
net = Tower(2, 3)
x = torch.randn(4, 2, requires_grad=True)
loss = net(x).pow(2).mean()
loss.backward()
