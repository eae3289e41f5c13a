import torch
import torch.nn as nn


class EdgeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3, padding=1)

    def forward(self, img):
        feat = self.conv(img)
        brightness = feat.mean(dim=(1, 2, 3))
        total = feat.sum()
        feat[:, :, 0] = 0.0
        feat[:, :, -1] = 0.0
        feat[..., 0] = feat[..., 1] * 0.5
        return torch.sigmoid(feat), brightness, total


torch.manual_seed(105)
net = EdgeNet()
conv = net.conv
edges, brightness, total = net(torch.rand(2, 1, 4, 4))
loss = edges.pow(2).mean() + 0.1 * brightness.pow(2).sum() + 0.01 * total
loss.backward()
print(conv.weight.grad.abs().sum())
