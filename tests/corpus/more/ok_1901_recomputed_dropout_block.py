import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint_sequential

torch.manual_seed(179)
block = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Dropout(0.5), nn.Linear(6, 6), nn.Dropout(0.5), nn.Linear(6, 2))
x = torch.randn(4, 3)

torch.manual_seed(11)
y = checkpoint_sequential(block, 2, x, use_reentrant=False)
noise = torch.randn(4, 2)
loss = (y + 0.1 * noise).pow(2).mean()
loss.backward()
