import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class VoltageCell(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
        self.v = torch.zeros(n_out)

    def forward(self, x):
        self.v = 0.9 * self.v.detach() + self.fc(x)
        return torch.tanh(self.v)


torch.manual_seed(253)
cell = VoltageCell(3, 2)
frames = torch.randn(3, 4, 3)
outs = []
for frame in frames:
    outs.append(checkpoint(cell, frame, use_reentrant=False))
loss = torch.stack(outs).pow(2).mean()
loss.backward()
