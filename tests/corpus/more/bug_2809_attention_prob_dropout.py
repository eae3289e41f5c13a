import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, dim, heads, p=0.25):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.proj = nn.Linear(dim, dim)
        self.heads, self.p = heads, p

    def forward(self, x):
        B, T, C = x.shape
        qkv = self.qkv(x).reshape(B, T, 3, self.heads, C // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        att = (q @ k.transpose(-2, -1)) / math.sqrt(q.size(-1))
        att = F.softmax(att, dim=-1)
        att = F.dropout(att, self.p, self.training, inplace=True)
        y = (att @ v).transpose(1, 2).reshape(B, T, C)
        return self.proj(y)


torch.manual_seed(509)
attn = Attention(4, 2)
tokens = torch.randn(2, 3, 4)
loss = attn(tokens).pow(2).mean()
loss.backward()
