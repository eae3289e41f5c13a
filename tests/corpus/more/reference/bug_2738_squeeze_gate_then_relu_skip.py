import torch
import torch.nn as nn
import torch.nn.functional as F


class SqueezeGate(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.fc = nn.Linear(c, c)

    def forward(self, x):
        return torch.sigmoid(self.fc(x.mean(dim=(2, 3))))[:, :, None, None]


class ModulationBlock(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv = nn.Conv2d(c, c, 1)
        self.gate = SqueezeGate(c)

    def forward(self, x):
        feat = self.conv(x)
        gated = feat * self.gate(feat)
        skip = F.relu(feat)
        return gated + skip


torch.manual_seed(2738)
block = ModulationBlock(2)
image = torch.randn(2, 2, 2, 2)
loss = block(image).pow(2).mean()
loss.backward()
