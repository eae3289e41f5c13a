import torch
import torch.nn as nn


class MiniUNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Sequential(nn.Conv2d(1, 2, 3, padding=1), nn.BatchNorm2d(2), nn.LeakyReLU(0.2, True))
        self.mid = nn.Sequential(nn.Conv2d(2, 2, 2, stride=2), nn.LeakyReLU(0.2, True))
        self.up = nn.ConvTranspose2d(2, 2, 2, stride=2)
        self.out = nn.Conv2d(4, 1, 1)

    def forward(self, x):
        skip = self.down(x)
        deep = self.up(self.mid(skip))
        return self.out(torch.cat([skip, deep], dim=1))


torch.manual_seed(107)
net = MiniUNet()
loss = net(torch.randn(2, 1, 4, 4)).pow(2).mean()
loss.backward()
