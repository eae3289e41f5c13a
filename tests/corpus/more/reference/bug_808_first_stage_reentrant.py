import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(809)
stage1 = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
stage2 = nn.Sequential(nn.Linear(4, 2), nn.Tanh())
opt = torch.optim.SGD([*stage1.parameters(), *stage2.parameters()], lr=0.1)
image = torch.randn(5, 3)

out = checkpoint(stage1, image, use_reentrant=False)
loss = stage2(out).pow(2).mean()
opt.zero_grad()
loss.backward()
opt.step()
