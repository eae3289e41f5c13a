import torch
import torch.nn as nn


class ClampedConv(nn.Conv1d):
    def forward(self, x):
        return torch.clamp(super().forward(x), -0.5, 0.5)


torch.manual_seed(9911)
net = nn.Sequential(ClampedConv(1, 2, 3), nn.Tanh(), ClampedConv(2, 1, 2))
x = torch.randn(2, 1, 6)
loss = net(x).pow(2).sum()
loss.backward()
