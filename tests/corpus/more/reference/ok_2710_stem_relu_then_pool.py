import torch
import torch.nn as nn


class Stem(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 2)
        self.bn = nn.BatchNorm2d(2)
        self.relu = nn.ReLU()
        self.pool = nn.MaxPool2d(2)
        self.proj = nn.Conv2d(2, 2, 1)
        self.swish = nn.Hardswish()

    def forward(self, x):
        x = self.relu(self.bn(self.conv(x)))
        x = self.pool(x)
        return self.swish(self.proj(x))


torch.manual_seed(2810)
stem = Stem()
images = torch.randn(2, 1, 5, 5)
loss = stem(images).pow(2).mean()
loss.backward()
print(loss.item())
