import math

import torch
import torch.nn as nn


class CausalAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q = nn.Linear(dim, dim, bias=False)
        self.k = nn.Linear(dim, dim, bias=False)
        self.v = nn.Linear(dim, dim, bias=False)

    def forward(self, x):
        q, k, v = self.q(x), self.k(x), self.v(x)
        scores = q @ k.transpose(-1, -2)
        scores.div_(math.sqrt(q.shape[-1]))
        future = torch.ones(scores.shape[-2:], dtype=torch.bool).triu_(1)
        scores.masked_fill_(future, float("-inf"))
        return scores.softmax(dim=-1) @ v


torch.manual_seed(3201)
attn = CausalAttention(3)
x = torch.randn(2, 4, 3)
loss = (attn(x) - x).square().mean()
loss.backward()
