import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)

    def forward(self, x):
        h = self.fc(x)
        h += 1.0
        h = F.dropout(h, 0.3, self.training)
        return x + torch.tanh(h)


class Net(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = nn.ModuleList(Block(dim) for _ in range(depth))
        self.register_buffer("steps", torch.zeros((), dtype=torch.long))

    def forward(self, x):
        for block in self.blocks:
            x = checkpoint(block, x, use_reentrant=False)
        self.steps += 1
        return x


torch.manual_seed(135)
net = Net(3, 2)
x = torch.randn(4, 3)
loss = net(x).pow(2).mean()
loss.backward()
print(int(net.steps))
