import torch
import torch.nn as nn


class BasicBlock(nn.Module):
    def __init__(self, ch):
        super().__init__()
        self.conv1 = nn.Conv2d(ch, ch, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(ch)
        self.conv2 = nn.Conv2d(ch, ch, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(ch)
        self.act = nn.ReLU()

    def forward(self, x):
        identity = x
        out = self.act(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out = out + identity
        return self.act(out)


torch.manual_seed(3205)
stem = nn.Sequential(nn.Conv2d(1, 2, 1), nn.ReLU())
block = BasicBlock(2)
img = torch.randn(2, 1, 4, 4)
loss = block(stem(img)).pow(2).mean()
loss.backward()
