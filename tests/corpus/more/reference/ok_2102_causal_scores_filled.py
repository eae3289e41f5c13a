import math
import torch
import torch.nn as nn


class CausalSelfAttention(nn.Module):
    def __init__(self, n_embd):
        super().__init__()
        self.c_attn = nn.Linear(n_embd, 3 * n_embd)
        self.c_proj = nn.Linear(n_embd, n_embd)

    def forward(self, x):
        T, C = x.shape[-2:]
        q, k, v = self.c_attn(x).split(C, dim=-1)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(C))
        future = torch.ones(T, T, dtype=torch.bool).triu(1)
        att = att.masked_fill(future, float("-inf"))
        att = att.softmax(dim=-1)
        return self.c_proj(att @ v)


torch.manual_seed(62)
attn = CausalSelfAttention(4)
x = torch.randn(2, 5, 4)
loss = attn(x).pow(2).mean()
loss.backward()
