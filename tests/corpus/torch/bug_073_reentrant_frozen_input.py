import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(247)
block = nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.Linear(4, 3))
x = torch.randn(2, 3)

h = checkpoint(block, x, use_reentrant=True)
h = torch.layer_norm(h, (3,))
loss = (h - x).pow(2).mean()
loss.backward()
