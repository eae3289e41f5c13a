import torch
from torch import nn


class SelfAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.qk = nn.Linear(dim, 2 * dim, bias=False)
        self.v = nn.Linear(dim, dim)

    def split(self, t):
        return t.unflatten(-1, (self.heads, -1)).transpose(-2, -3)

    def forward(self, x):
        q, k = map(self.split, self.qk(x).chunk(2, dim=-1))
        scores = torch.einsum("hqd,hkd->hqk", q, k)
        scores /= q.shape[-1] ** 0.5
        future = torch.ones(x.shape[0], x.shape[0], dtype=torch.bool).triu(1)
        scores.masked_fill_(future, float("-inf"))
        return (scores.softmax(-1) @ self.split(self.v(x))).transpose(0, 1).flatten(1)


torch.manual_seed(404)
attn = SelfAttention(4, heads=2)
loss = attn(torch.randn(3, 4)).square().mean()
loss.backward()
