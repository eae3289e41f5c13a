import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class CountedBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.calls = 0
        self.last_norm = None

    def forward(self, x):
        self.calls += 1
        h = torch.tanh(self.fc(x))
        self.last_norm = h.detach().norm() / self.calls
        return h


torch.manual_seed(2804)
block = CountedBlock(3)
x = torch.randn(2, 3, requires_grad=True)
loss = block(x).pow(2).sum()
loss.backward()
