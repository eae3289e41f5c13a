import torch
import torch.nn as nn


class SelfAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.out = nn.Linear(dim, dim)

    def split(self, t):
        b, n, d = t.shape
        return t.view(b, n, self.heads, d // self.heads).transpose(1, 2)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q = q * self.scale
        q, k, v = (self.split(t) for t in (q, k, v))
        w = (q @ k.transpose(-1, -2)).softmax(-1)
        y = (w @ v).transpose(1, 2).reshape(x.shape)
        return self.out(y)


torch.manual_seed(3020)
attn = SelfAttention(4, 2)
tokens = torch.randn(2, 3, 4)
loss = attn(tokens).pow(2).mean()
loss.backward()
