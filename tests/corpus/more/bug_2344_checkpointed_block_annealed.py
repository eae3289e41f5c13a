import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class GumbelBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.tau = 1.0

    def forward(self, x):
        return torch.softmax(self.proj(x) / self.tau, dim=-1) * x


class Anneal:
    def __init__(self, module, rate):
        self.module, self.rate = module, rate

    def step(self):
        self.module.tau *= self.rate


torch.manual_seed(1144)
block = GumbelBlock(3)
schedule = Anneal(block, 0.5)
x, y = torch.randn(4, 3), torch.randn(4, 3)
out = checkpoint(block, x, use_reentrant=False)
loss = nn.functional.mse_loss(out, y)
schedule.step()
loss.backward()
