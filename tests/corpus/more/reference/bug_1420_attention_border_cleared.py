import torch
import torch.nn as nn


class Detector(nn.Module):
    def __init__(self, conv):
        super().__init__()
        self.conv = conv

    def forward(self, x):
        att = torch.relu(self.conv(x).sum(1, keepdim=True))
        att = att.clone()
        att[:, :, :, 0] = 0
        att[:, :, :, -1] = 0
        att[:, :, 0, :] = 0
        att[:, :, -1, :] = 0
        return att


torch.manual_seed(1420)
conv = nn.Conv2d(1, 2, 3, padding=1)
loss = Detector(conv)(torch.randn(1, 1, 5, 5)).pow(2).mean()
loss.backward()
