import math

import torch
from torch import nn


class SelfAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q = q / math.sqrt(q.shape[-1])
        return torch.softmax(q @ k.transpose(-2, -1), dim=-1) @ v


torch.manual_seed(4)
attn = SelfAttention(4)
loss = attn(torch.randn(2, 3, 4)).pow(2).sum()
loss.backward()
