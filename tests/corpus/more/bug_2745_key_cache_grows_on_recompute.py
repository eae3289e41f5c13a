import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class CachedAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k = nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.cache = []

    def forward(self, x):
        self.cache.append(self.k(x))
        keys = torch.cat(self.cache, dim=1)
        weights = torch.softmax(self.q(x) @ keys.transpose(1, 2), dim=-1)
        return x + weights @ keys


class Decoder(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.layers = nn.ModuleList(CachedAttention(dim) for _ in range(depth))

    def forward(self, x):
        for layer in self.layers:
            x = checkpoint(layer, x, use_reentrant=False)
        return x


torch.manual_seed(2745)
decoder = Decoder(3, 2)
tokens = torch.randn(1, 4, 3)
loss = decoder(tokens).pow(2).mean()
loss.backward()
