import torch
import torch.nn as nn


def double_conv(cin, cout):
    return nn.Sequential(nn.Conv2d(cin, cout, 3, padding=1), nn.BatchNorm2d(cout), nn.ReLU(inplace=True),
                         nn.Conv2d(cout, cout, 3, padding=1), nn.BatchNorm2d(cout), nn.ReLU(inplace=True))


class TinyUNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = double_conv(1, 2)
        self.mid = double_conv(2, 2)
        self.up = double_conv(4, 2)
        self.out = nn.Conv2d(2, 1, 1)

    def forward(self, x):
        skip = self.down(x)
        y = self.mid(nn.functional.max_pool2d(skip, 2))
        y = nn.functional.interpolate(y, scale_factor=2)
        return self.out(self.up(torch.cat([skip, y], dim=1)))


torch.manual_seed(64)
net = TinyUNet()
x, mask = torch.randn(2, 1, 4, 4), (torch.rand(2, 1, 4, 4) > 0.5).float()
loss = nn.functional.binary_cross_entropy_with_logits(net(x), mask)
loss.backward()
