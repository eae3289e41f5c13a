import torch
import torch.nn as nn


class TinyUNet(nn.Module):
    def __init__(self, down, up):
        super().__init__()
        self.down, self.up = down, up
        self.shift = nn.Parameter(torch.tensor([0.5, -0.5, 1.0]))

    def forward(self, x):
        skips = []
        x = self.down(x)
        skips.append(x)
        x = x + self.shift
        x = self.up(x)
        return torch.cat([x, skips.pop()], dim=1)


torch.manual_seed(342)
down, up = nn.Linear(2, 3), nn.Linear(3, 3)
net = TinyUNet(down, up)
loss = net(torch.randn(4, 2)).pow(2).mean()
loss.backward()
