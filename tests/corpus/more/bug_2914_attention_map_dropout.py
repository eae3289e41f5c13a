import torch
import torch.nn as nn


class MultiHeadAttention(nn.Module):
    def __init__(self, dim, heads=2, p=0.2):
        super().__init__()
        self.heads, self.scale = heads, (dim // heads) ** -0.5
        self.to_q = nn.Linear(dim, dim, bias=False)
        self.to_kv = nn.Linear(dim, 2 * dim, bias=False)
        self.attn_drop = nn.Dropout(p, inplace=True)
        self.proj = nn.Linear(dim, dim)

    def split(self, t):
        b, n, d = t.shape
        return t.view(b, n, self.heads, d // self.heads).transpose(1, 2)

    def forward(self, x, mask=None):
        q, (k, v) = self.to_q(x), self.to_kv(x).chunk(2, dim=-1)
        q, k, v = self.split(q), self.split(k), self.split(v)
        scores = (q @ k.transpose(-2, -1)) * self.scale
        if mask is not None:
            scores = scores.masked_fill(~mask, float("-inf"))
        attn = scores.softmax(dim=-1)
        attn = self.attn_drop(attn)
        out = (attn @ v).transpose(1, 2).flatten(2)
        return self.proj(out)


torch.manual_seed(14)
attn = MultiHeadAttention(4)
x = torch.randn(2, 5, 4)
mask = torch.tril(torch.ones(5, 5, dtype=torch.bool))
loss = attn(x, mask).pow(2).mean()
loss.backward()
