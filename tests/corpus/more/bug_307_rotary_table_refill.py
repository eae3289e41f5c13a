import torch
import torch.nn as nn


class Rotary(nn.Module):
    def __init__(self, dim, max_len=16):
        super().__init__()
        self.register_buffer("freq", 1.0 / 10 ** (torch.arange(0, dim, 2) / dim))
        self.register_buffer("cos", torch.zeros(max_len, dim // 2))
        self.register_buffer("sin", torch.zeros(max_len, dim // 2))

    def fill(self, start, n):
        angle = torch.outer(torch.arange(start, start + n), self.freq)
        self.cos[:n] = angle.cos()
        self.sin[:n] = angle.sin()

    def forward(self, x, start=0):
        n = x.shape[0]
        self.fill(start, n)
        a, b = x[:, 0::2], x[:, 1::2]
        c, s = self.cos[:n], self.sin[:n]
        return torch.cat([a * c - b * s, a * s + b * c], dim=1)


torch.manual_seed(2)
proj = nn.Linear(4, 4, bias=False)
rotary = Rotary(4)
past, recent = torch.randn(3, 4), torch.randn(3, 4)

keys = rotary(proj(past), start=0)
queries = rotary(proj(recent), start=3)
loss = torch.softmax(queries @ keys.T, dim=-1).pow(2).sum()
loss.backward()
