import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(357)
stem = nn.Linear(3, 3)
block = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 3))
x = torch.randn(2, 3)
h = checkpoint(block, stem(x), use_reentrant=True)
h += x
loss = h.pow(2).mean()
loss.backward()
