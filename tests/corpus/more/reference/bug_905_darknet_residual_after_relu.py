import torch
import torch.nn as nn


class CSPBlock(nn.Module):
    def __init__(self, ch):
        super().__init__()
        self.conv1 = nn.Conv2d(ch, ch, 1)
        self.conv2 = nn.Conv2d(ch, ch, 1)
        self.act = nn.ReLU()

    def forward(self, x):
        residual = x
        out = self.act(self.conv1(x))
        out = self.act(self.conv2(out))
        out = out + residual
        return out


torch.manual_seed(9055)
block = CSPBlock(2)
loss = block(torch.randn(1, 2, 2, 2)).pow(2).mean()
loss.backward()
