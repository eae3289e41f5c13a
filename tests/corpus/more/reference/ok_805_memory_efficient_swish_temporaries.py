import torch
import torch.nn as nn

torch.manual_seed(804)
conv = nn.Conv2d(1, 2, 1)
feat = conv(torch.randn(1, 1, 2, 2))
loss = (feat * torch.sigmoid(feat) + feat).pow(2).sum()
loss.backward()
