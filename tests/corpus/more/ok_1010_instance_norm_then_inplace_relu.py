import torch
import torch.nn as nn


class ConvBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Sequential(
            nn.Conv2d(1, 2, 2, padding=1, padding_mode="reflect"),
            nn.InstanceNorm2d(2),
            nn.ReLU(inplace=True),
        )

    def forward(self, x):
        return self.conv(x)


torch.manual_seed(2010)
block = ConvBlock()
loss = block(torch.randn(2, 1, 3, 3)).pow(3).sum()
loss.backward()
