import torch
import torch.nn as nn


class L2Norm(nn.Module):
    def __init__(self, channels, scale):
        super().__init__()
        self.weight = nn.Parameter(torch.full((channels,), scale))

    def forward(self, x):
        norm = x.pow(2).sum(dim=1, keepdim=True).sqrt() + 1e-6
        x /= norm
        return self.weight.view(1, -1, 1, 1) * x


torch.manual_seed(14)
conv = nn.Conv2d(1, 3, 2)
l2 = L2Norm(3, 20.0)
maps = l2(conv(torch.randn(1, 1, 3, 3)))
loss = (maps[..., :-1] - maps[..., 1:]).abs().mean()
loss.backward()
