import torch
from torch import nn


class GatedUnit(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.mix = nn.Conv2d(channels, channels, 3, padding=1)
        self.gate = nn.Sequential(nn.Conv2d(channels, 1, 1), nn.Sigmoid())
        self.act = nn.LeakyReLU(negative_slope=0.2, inplace=True)

    def forward(self, x):
        features = self.mix(x)
        attention = self.gate(features)
        return attention * self.act(features)


torch.manual_seed(339)
unit = GatedUnit(2)
out = unit(torch.randn(1, 2, 4, 4))
loss = out.abs().mean()
loss.backward()
