import torch
import torch.nn as nn


def conv_bn(cin, cout, k, groups=1):
    conv = nn.Conv2d(cin, cout, k, padding=k // 2, groups=groups, bias=False)
    return [conv, nn.BatchNorm2d(cout), nn.ReLU6(inplace=True)]


class MobileBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(*conv_bn(1, 2, 1), *conv_bn(2, 2, 3, groups=2), nn.Conv2d(2, 1, 1))
        drop, squash = nn.Dropout(0.25, inplace=True), nn.Hardtanh(inplace=True)
        self.fc = nn.Sequential(nn.Linear(1, 4), drop, squash, nn.Linear(4, 2))

    def forward(self, x):
        x = x + self.features(x)
        return self.fc(x.mean(dim=(2, 3)))


torch.manual_seed(409)
net = MobileBlock()
x, y = torch.rand(3, 1, 3, 3), torch.tensor([0, 1, 0])
loss = nn.functional.cross_entropy(net(x), y)
loss.backward()
