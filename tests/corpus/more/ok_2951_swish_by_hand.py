import torch
import torch.nn as nn


class SwishFFN(nn.Module):
    def __init__(self, dim, hidden, beta=1.0):
        super().__init__()
        self.up, self.down = nn.Linear(dim, hidden), nn.Linear(hidden, dim)
        self.beta = beta

    def forward(self, x):
        h = self.up(x)
        h *= torch.sigmoid(self.beta * h)
        out = self.down(h)
        out += x
        return out


torch.manual_seed(1401)
ffn = SwishFFN(3, 4)
x = torch.randn(5, 3)
loss = ffn(x).pow(2).mean()
loss.backward()
