import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.body = nn.Sequential(nn.ReLU(inplace=True), nn.Dropout(0.3))

    def forward(self, x):
        return x + self.body(self.fc(x))


class Net(nn.Module):
    def __init__(self, dim, depth, save_memory=True):
        super().__init__()
        self.blocks = nn.ModuleList(Block(dim) for _ in range(depth))
        self.save_memory = save_memory

    def forward(self, x):
        for block in self.blocks:
            x = checkpoint(block, x, use_reentrant=False) if self.save_memory else block(x)
        return x


torch.manual_seed(2563)
net = Net(3, 2)
loss = net(torch.randn(4, 3)).pow(2).mean()
loss.backward()
