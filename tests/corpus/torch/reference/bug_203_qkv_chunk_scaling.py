import torch
import torch.nn as nn


class TinyAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.scale = dim ** -0.5
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)

    def project(self, x):
        return self.qkv(x).chunk(3, dim=-1)

    def forward(self, x):
        q, k, v = self.project(x)
        q = q * self.scale
        att = torch.softmax(q @ k.transpose(-2, -1), dim=-1)
        return att @ v


torch.manual_seed(333)
attn = TinyAttention(2)
tokens = torch.randn(2, 3, 2)
target = torch.randn(2, 3, 2)
loss = nn.functional.mse_loss(attn(tokens), target)
loss.backward()
