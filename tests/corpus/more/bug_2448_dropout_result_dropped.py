import torch
import torch.nn as nn
import torch.nn.functional as F


class Layer(nn.Module):
    def __init__(self, dim, rate):
        super().__init__()
        self.norm, self.rate = nn.LayerNorm(dim), rate
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def connect(self, x):
        dx = self.mlp(self.norm(x))
        if self.training:
            F.dropout(dx, self.rate)
        return dx

    def forward(self, x):
        return x + self.connect(x)


torch.manual_seed(97)
layer = Layer(4, 0.5)
x, y = torch.randn(3, 4), torch.randn(3, 4)
loss = F.mse_loss(layer(x), y)
loss.backward()
