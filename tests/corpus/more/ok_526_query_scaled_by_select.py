import torch
import torch.nn as nn


class Attention(nn.Module):
    def __init__(self, dim, heads=2):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)

    def forward(self, x):
        n, dim = x.shape
        packed = self.qkv(x).view(n, 3, self.heads, -1).permute(1, 2, 0, 3)
        q = packed[0]
        q *= q.shape[-1] ** -0.5
        k, v = packed[1], packed[2]
        return ((q @ k.mT).softmax(-1) @ v).transpose(0, 1).reshape(n, dim)


torch.manual_seed(64)
attn = Attention(4)
tokens = torch.randn(3, 4)
loss = attn(tokens).square().sum()
loss.backward()
