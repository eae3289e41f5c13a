import math
import torch
import torch.nn as nn


class CouplingParams(nn.Module):
    def __init__(self, hidden=4, bins=3):
        super().__init__()
        self.hidden, self.bins = hidden, bins
        self.transform_net = nn.Sequential(nn.Linear(2, 2 * bins), nn.ReLU())

    def forward(self, x):
        params = self.transform_net(x)
        widths = params[..., :self.bins]
        heights = params[..., self.bins:]
        widths = widths / math.sqrt(self.hidden)
        heights = heights / math.sqrt(self.hidden)
        return torch.softmax(widths, -1), torch.softmax(heights, -1)


torch.manual_seed(1304)
layer = CouplingParams()
w, h = layer(torch.randn(5, 2))
loss = (w * h).sum(-1).log().neg().mean()
loss.backward()
