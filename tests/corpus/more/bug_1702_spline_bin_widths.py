import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class SplineConditioner(nn.Module):
    def __init__(self, features: int, bins: int, hidden: int):
        super().__init__()
        self.bins, self.hidden = bins, hidden
        self.inp = nn.Linear(features, hidden)
        self.out = nn.Linear(hidden, 2 * bins)

    def params(self, context):
        return F.relu(self.out(torch.tanh(self.inp(context))))

    def forward(self, context):
        p = self.params(context)
        widths = p[..., : self.bins]
        heights = p[..., self.bins:]
        widths /= math.sqrt(self.hidden)
        heights /= math.sqrt(self.hidden)
        return torch.softmax(widths, -1), torch.softmax(heights, -1)


torch.manual_seed(1702)
net = SplineConditioner(2, 3, 4)
w, h = net(torch.randn(5, 2))
log_det = (torch.log(h) - torch.log(w)).sum(-1)
loss = -(log_det * torch.randn(5)).mean()
loss.backward()
