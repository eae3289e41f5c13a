import math
import torch
import torch.nn as nn


class PositionTable(nn.Module):
    def __init__(self, length, dim):
        super().__init__()
        self.table = nn.Parameter(torch.empty(length, dim))
        t = torch.arange(length).float()[:, None]
        freq = torch.exp(torch.arange(0, dim, 2) * (-math.log(100.0) / dim))
        self.table[:, 0::2] = torch.sin(t * freq)
        self.table[:, 1::2] = torch.cos(t * freq)

    def forward(self, x):
        return x + self.table[: x.shape[1]]


torch.manual_seed(335)
pos = PositionTable(5, 4)
loss = pos(torch.randn(2, 3, 4)).pow(2).mean()
loss.backward()
