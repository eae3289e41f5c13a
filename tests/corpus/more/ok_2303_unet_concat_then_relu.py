import torch
import torch.nn as nn


class MiniUNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(1, 2, 1)
        self.mid = nn.Conv2d(2, 2, 1)
        self.up = nn.Conv2d(4, 1, 1)
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        skip = self.act(self.down(x))
        deep = self.mid(nn.functional.avg_pool2d(skip, 2))
        deep = nn.functional.interpolate(deep, scale_factor=2)
        merged = torch.cat([skip, deep], dim=1)
        return self.up(self.act(merged))


torch.manual_seed(1203)
net = MiniUNet()
loss = net(torch.randn(2, 1, 4, 4)).pow(2).mean()
loss.backward()
print("loss", round(loss.item(), 4))
