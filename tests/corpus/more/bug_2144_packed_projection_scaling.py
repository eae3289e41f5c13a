import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiheadAttention(nn.Module):
    def __init__(self, embed_dim, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.head_dim = embed_dim // num_heads
        self.scaling = self.head_dim ** -0.5
        self.in_proj = nn.Linear(embed_dim, 3 * embed_dim)
        self.out_proj = nn.Linear(embed_dim, embed_dim)

    def forward(self, x):
        T, B, C = x.shape
        q, k, v = self.in_proj(x).chunk(3, dim=-1)
        q *= self.scaling
        q, k, v = (t.reshape(T, B * self.num_heads, self.head_dim).transpose(0, 1) for t in (q, k, v))
        attn = F.softmax(q @ k.transpose(1, 2), dim=-1)
        return self.out_proj((attn @ v).transpose(0, 1).reshape(T, B, C))


torch.manual_seed(42)
mha = MultiheadAttention(4, 2)
x = torch.randn(3, 2, 4)
loss = mha(x).pow(2).mean()
loss.backward()
