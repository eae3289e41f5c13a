import torch
import torch.nn as nn
import torch.nn.functional as F


class FPN(nn.Module):
    def __init__(self, chans=(2, 3, 4), dim=2):
        super().__init__()
        self.lateral = nn.ModuleList(nn.Conv2d(c, dim, 1) for c in chans)
        self.smooth = nn.ModuleList(nn.Conv2d(dim, dim, 3, padding=1) for _ in chans)

    def forward(self, feats):
        pyramid = [lat(f) for lat, f in zip(self.lateral, feats)]
        for i in reversed(range(len(pyramid) - 1)):
            pyramid[i] = pyramid[i] + F.interpolate(pyramid[i + 1], scale_factor=2, mode="nearest")
        return [s(p) for s, p in zip(self.smooth, pyramid)]


torch.manual_seed(608)
fpn = FPN()
feats = [torch.randn(1, c, n, n) for c, n in ((2, 8), (3, 4), (4, 2))]
loss = 0.0
for level in fpn(feats):
    loss = loss + level.relu().mean()
loss.backward()
