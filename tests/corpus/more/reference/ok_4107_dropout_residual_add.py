import torch
import torch.nn.functional as F
from torch import nn


class Layer(nn.Module):
    def __init__(self, dim, rate=0.25):
        super().__init__()
        self.rate = rate
        self.norm = nn.LayerNorm(dim)
        self.wi, self.wo = nn.Linear(dim, 2 * dim), nn.Linear(2 * dim, dim)

    def forward(self, x):
        h = self.wo(F.gelu(self.wi(self.norm(x))))
        h = F.dropout(h, self.rate, self.training)
        h = h + x
        return h


torch.manual_seed(407)
layer = Layer(3)
first = nn.Linear(3, 3)
out = layer(layer(first(torch.randn(4, 3))))
loss = out.abs().sum()
loss.backward()
