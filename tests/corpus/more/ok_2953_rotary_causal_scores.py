import torch
import torch.nn as nn


def rotate(x, freqs):
    angles = torch.outer(torch.arange(x.size(-2)).to(freqs.dtype), freqs)
    a, b = x[..., ::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., ::2] = a * angles.cos() - b * angles.sin()
    out[..., 1::2] = a * angles.sin() + b * angles.cos()
    return out


class CausalAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(dim, dim, bias=False) for _ in range(3))
        self.freqs = 1.0 / 100 ** (torch.arange(0, dim, 2) / dim)

    def forward(self, x):
        q, k = rotate(self.q(x), self.freqs), rotate(self.k(x), self.freqs)
        scores = q @ k.transpose(-2, -1)
        scores /= x.size(-1) ** 0.5
        future = torch.ones(x.size(-2), x.size(-2)).triu(1).bool()
        scores.masked_fill_(future, float("-inf"))
        return scores.softmax(-1) @ self.v(x)


torch.manual_seed(1403)
attn = CausalAttention(4)
x = torch.randn(2, 3, 4)
loss = attn(x).square().sum()
loss.backward()
