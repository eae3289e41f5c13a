import torch
import torch.nn as nn


class WindowAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.qkv = nn.Linear(dim, 3 * dim)

    def forward(self, x):
        n, d = x.shape
        parts = self.qkv(x).chunk(3, dim=-1)
        q, k, v = [t.reshape(n, self.heads, -1).transpose(0, 1).contiguous() for t in parts]
        q *= self.scale
        att = q @ k.transpose(1, 2)
        att -= att.detach().amax(dim=-1, keepdim=True)
        return (att.softmax(dim=-1) @ v).transpose(0, 1).reshape(n, d)


torch.manual_seed(270)
attn = WindowAttention(4, 2)
window = torch.randn(3, 4)
out = attn(window)
loss = (out - window).pow(2).mean()
loss.backward()
