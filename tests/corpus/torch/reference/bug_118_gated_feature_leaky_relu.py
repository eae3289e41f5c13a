import torch
import torch.nn as nn
import torch.nn.functional as F


class GatedUnit(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv1d(channels, channels, 3, padding=1)
        self.gate = nn.Linear(channels, channels)

    def forward(self, x):
        feat = self.conv(x)
        pooled = feat.mean(dim=2)
        mask = torch.sigmoid(self.gate(pooled)).unsqueeze(2)
        gated = feat * mask
        skip = F.leaky_relu(feat, 0.1)
        return gated + skip


torch.manual_seed(27)
unit = GatedUnit(2)
wave = torch.randn(3, 2, 8)
target = torch.randn(3, 2, 8)
losses = {}
out = unit(wave)
losses["fit"] = F.mse_loss(out, target)
losses["energy"] = 0.01 * out.square().mean()
loss = sum(losses.values())
loss.backward()
