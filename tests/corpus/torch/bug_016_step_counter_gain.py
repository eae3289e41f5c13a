import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Annealed(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return torch.tanh(self.lin(x) / self.calls)


torch.manual_seed(17)
layer = Annealed()
x = torch.randn(2, 3, requires_grad=True)
out = checkpoint(layer, x, use_reentrant=False)
loss = out.pow(2).sum()
loss.backward()
