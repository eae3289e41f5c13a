import torch
import torch.nn as nn


class Bottleneck(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.GroupNorm(1, width)
        self.conv = nn.Conv2d(width, width, 1)
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        out = self.act(self.norm(self.conv(x)))
        out = self.conv(out)
        out += x
        return self.act(out)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(1, 2, 1)
        self.block = Bottleneck(2)

    def forward(self, x):
        return self.block(self.stem(x)).mean(dim=(2, 3))


torch.manual_seed(10)
net = Net()
loss = net(torch.randn(2, 1, 3, 3)).square().sum()
loss.backward()
