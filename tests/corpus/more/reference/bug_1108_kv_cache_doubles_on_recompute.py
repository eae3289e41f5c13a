import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(1108)


class CachedAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k = nn.Linear(3, 3), nn.Linear(3, 3)
        self.cache = []

    def forward(self, x):
        self.cache.append(self.k(x))
        keys = torch.cat(self.cache)
        return torch.softmax(self.q(x) @ keys.t(), dim=-1) @ keys


attn = CachedAttention()
tokens = torch.randn(4, 3)
hidden = attn(tokens)
loss = hidden.pow(2).sum()
loss.backward()
