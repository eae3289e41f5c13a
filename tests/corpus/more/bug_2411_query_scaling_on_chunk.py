import torch
import torch.nn as nn


class SelfAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.to_qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x):
        b, n, d = x.shape
        q, k, v = self.to_qkv(x).chunk(3, dim=-1)
        q.mul_(self.scale)
        q, k, v = (t.reshape(b, n, self.heads, -1).transpose(1, 2) for t in (q, k, v))
        att = (q @ k.transpose(-2, -1)).softmax(-1)
        return self.proj((att @ v).transpose(1, 2).reshape(b, n, d))


torch.manual_seed(22)
layer = SelfAttention(4, 2)
tokens = torch.randn(2, 3, 4)
loss = (layer(tokens) - tokens).pow(2).mean()
loss.backward()
