import torch
import torch.nn as nn


class CoordFeatures(nn.Module):
    def __init__(self, conv):
        super().__init__()
        self.conv = conv
        self.register_buffer("grid", torch.linspace(-1, 1, 4))

    def forward(self, image):
        feat = torch.tanh(self.conv(image))
        first = self.grid.expand(feat.size(0), 1, -1)
        return torch.cat([first, feat[:, 1:]], dim=1)


torch.manual_seed(4024)
conv = nn.Conv1d(1, 3, 1)
net = nn.Sequential(CoordFeatures(conv), nn.Conv1d(3, 1, 1))
loss = net(torch.randn(2, 1, 4)).abs().mean()
loss.backward()
