import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(4107)
lateral = nn.Conv2d(2, 3, 1)
smooth = nn.Conv2d(3, 1, 3, padding=1)
fine, coarse = torch.randn(1, 2, 4, 4), torch.randn(1, 2, 2, 2)

top = lateral(coarse)
merged = lateral(fine)
merged.add_(F.interpolate(top, scale_factor=2, mode="nearest"))
merged.clamp_(min=-2.0)
loss = smooth(merged).abs().mean() + top.pow(2).mean()
loss.backward()
