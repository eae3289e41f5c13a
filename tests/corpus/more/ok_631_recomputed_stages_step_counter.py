import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Staged(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.stages = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))
        self.register_buffer("calls", torch.zeros((), dtype=torch.long))

    def forward(self, x):
        self.calls += 1
        for stage in self.stages:
            x = x + checkpoint(lambda h, s=stage: torch.tanh(s(h)), x, use_reentrant=False)
        return x


torch.manual_seed(1631)
model = Staged(2, 3)
x = torch.randn(4, 2)
loss = model(x).pow(2).mean()
loss.backward()
print(int(model.calls))
