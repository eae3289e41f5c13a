import torch
import torch.nn as nn


def stage(cin, cout):
    return nn.Sequential(nn.ReLU6(), nn.Conv2d(cin, cout, 2, stride=2))


class Pyramid(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(1, 2, 1)
        self.stages = nn.ModuleList([stage(2, 2), stage(2, 2)])
        self.gains = nn.Parameter(torch.ones(3))

    def forward(self, x):
        x = self.stem(x)
        laterals = [x * self.gains[0]]
        for i, block in enumerate(self.stages, start=1):
            x = block(x)
            laterals.append(x * self.gains[i])
        return [lat.mean(dim=(2, 3)) for lat in laterals]


torch.manual_seed(53)
net = Pyramid()
levels = net(torch.randn(2, 1, 4, 4))
loss = sum(level.square().sum() for level in levels)
loss.backward()
