import math

import torch
import torch.nn as nn


class SelfAttention(nn.Module):
    def __init__(self, dim, p):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.drop = nn.Dropout(p)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        attn = torch.softmax(scores, dim=-1)
        return self.drop(attn) @ v


torch.manual_seed(880)
attn = SelfAttention(2, p=0.3)
tokens = torch.randn(1, 5, 2)
loss = attn(tokens).pow(2).mean()
loss.backward()
