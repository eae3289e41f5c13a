import torch
import torch.nn as nn

torch.manual_seed(2007)
conv = nn.Conv1d(1, 2, 2)
wave = torch.randn(1, 1, 6)

feat = torch.sigmoid(conv(wave))
loss = feat.pow(2).sum()
loss.backward()
picture = feat.detach().clone()
picture.sub_(picture.min()).div_(picture.max())
summary = picture.mean().item()
