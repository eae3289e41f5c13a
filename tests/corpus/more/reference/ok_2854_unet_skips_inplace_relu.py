import torch
import torch.nn as nn
import torch.nn.functional as F


def block(i, o):
    return nn.Sequential(nn.Conv1d(i, o, 3, padding=1), nn.GroupNorm(1, o), nn.ReLU())


class UNet1d(nn.Module):
    def __init__(self, down):
        super().__init__()
        self.down = down
        self.mid = block(4, 4)
        self.up = nn.ModuleList([block(8, 2), block(4, 2)])
        self.head = nn.Conv1d(2, 1, 1)

    def forward(self, x):
        skips = []
        for stage in self.down:
            x = stage(x)
            skips.append(x)
            x = F.max_pool1d(x, 2)
        x = self.mid(x)
        for stage in self.up:
            x = stage(torch.cat([F.interpolate(x, scale_factor=2), skips.pop()], dim=1))
        return self.head(F.dropout(x, 0.0, self.training))


torch.manual_seed(604)
down = nn.ModuleList([block(1, 2), block(2, 4)])
net = UNet1d(down)
ecg = torch.randn(2, 1, 8)
loss = net(ecg).pow(2).mean()
loss.backward()
