import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(339)
blocks = nn.ModuleList(
    [nn.Sequential(nn.Linear(3, 3), nn.ReLU(inplace=True), nn.Dropout(0.3)) for _ in range(2)]
)
x = torch.randn(4, 3)
h = x
for b in blocks:
    h = b(h)
loss = h.pow(2).sum()
loss.backward()
