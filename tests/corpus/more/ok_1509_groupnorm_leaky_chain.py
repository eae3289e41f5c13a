import torch
import torch.nn as nn


class ConvUnit(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv1d(channels, channels, 1)
        self.norm = nn.GroupNorm(1, channels)
        self.act = nn.LeakyReLU(0.2, inplace=True)
        self.mix = nn.Conv1d(channels, channels, 1)

    def forward(self, x):
        out = self.act(self.norm(self.conv(x)))
        out = self.mix(out)
        out += x
        return self.act(out)


torch.manual_seed(1559)
unit = ConvUnit(2)
motion = torch.randn(2, 2, 3)
loss = (unit(motion) - motion).pow(2).mean()
loss.backward()
