import torch
import torch.nn as nn


class PreNormBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.ff = nn.Linear(dim, dim)

    def forward(self, x):
        residual = x
        x = self.norm(x)
        x = self.ff(x)
        x += residual
        return x


torch.manual_seed(2201)
block = PreNormBlock(4)
tokens = torch.randn(3, 4, requires_grad=True)
loss = block(tokens * 1.0).pow(2).mean()
loss.backward()
