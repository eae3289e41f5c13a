import torch
import torch.nn as nn


class ResEncoder(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.conv1 = nn.Conv2d(cin, cout, 3, padding=1)
        self.bn1 = nn.BatchNorm2d(cout)
        self.conv2 = nn.Conv2d(cout, cout, 3, padding=1)
        self.bn2 = nn.BatchNorm2d(cout)
        self.relu = nn.ReLU(inplace=False)
        self.conv1x1 = nn.Conv2d(cin, cout, 1)

    def forward(self, x):
        residual = self.conv1x1(x)
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.relu(self.bn2(self.conv2(out)))
        out += residual
        return out


class SegNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.block1, self.block2 = ResEncoder(1, 2), ResEncoder(2, 2)
        self.pool, self.final = nn.MaxPool2d(2), nn.Conv2d(2, 1, 1)

    def forward(self, x):
        x = self.block2(self.pool(self.block1(x)))
        return torch.sigmoid(self.final(x))


torch.manual_seed(17)
net = SegNet()
volume, mask = torch.randn(2, 1, 4, 4), torch.randint(0, 2, (2, 1, 2, 2)).float()
loss = nn.functional.binary_cross_entropy(net(volume), mask)
loss.backward()
