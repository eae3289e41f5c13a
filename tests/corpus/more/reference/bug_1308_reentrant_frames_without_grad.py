import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(1308)
stem = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
head = nn.Linear(4, 1)
opt = torch.optim.SGD([*stem.parameters(), *head.parameters()], lr=0.1)
frames = torch.randn(5, 3)

feats = checkpoint(stem, frames, use_reentrant=False)
loss = head(feats).pow(2).mean()
opt.zero_grad()
loss.backward()
opt.step()
