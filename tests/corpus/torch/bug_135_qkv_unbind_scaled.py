import torch
import torch.nn as nn


class WindowAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)

    def forward(self, x):
        n, d = x.shape
        qkv = self.qkv(x).view(n, 3, self.heads, d // self.heads).permute(1, 2, 0, 3)
        q, k, v = qkv.unbind(0)
        q *= self.scale
        attn = torch.softmax(q @ k.transpose(-2, -1), dim=-1)
        return (attn @ v).transpose(0, 1).reshape(n, d)


torch.manual_seed(18)
attn = WindowAttention(4, 2)
tokens = torch.randn(3, 4)
out = attn(tokens)
loss = (out - tokens).pow(2).mean()
loss.backward()
print(attn.qkv.weight.grad.norm())
