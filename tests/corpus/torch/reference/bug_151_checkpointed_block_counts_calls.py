import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class WarmupBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        self.calls += 1
        strength = 1 - 0.5 ** self.calls
        return x + strength * torch.tanh(self.fc(x))


class Net(nn.Module):
    def __init__(self, block, head):
        super().__init__()
        self.block, self.head = block, head

    def forward(self, x):
        h = self.block(x)
        return self.head(h)


torch.manual_seed(68)
block = WarmupBlock(3)
net = Net(block, nn.Linear(3, 1))
x, y = torch.randn(5, 3), torch.randn(5, 1)
loss = (net(x) - y).pow(2).mean()
loss.backward()
