import torch
import torch.nn as nn


class Rotary(nn.Module):
    def __init__(self, dim, max_len):
        super().__init__()
        self.register_buffer("freq", 10.0 ** (-torch.arange(0, dim, 2) / dim), persistent=False)
        self.register_buffer("cos", torch.zeros(max_len, dim // 2), persistent=False)
        self.register_buffer("sin", torch.zeros(max_len, dim // 2), persistent=False)

    def refill(self, length, offset):
        angles = torch.outer(torch.arange(length) + float(offset), self.freq)
        self.cos[:length] = angles.cos()
        self.sin[:length] = angles.sin()

    def forward(self, x, offset=0):
        self.refill(x.shape[0], offset)
        cos, sin = self.cos[:x.shape[0]].clone(), self.sin[:x.shape[0]].clone()
        a, b = x.chunk(2, dim=-1)
        return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.wq, self.wk = nn.Linear(dim, dim, bias=False), nn.Linear(dim, dim, bias=False)
        self.rope = Rotary(dim, 16)

    def forward(self, x, memory):
        q = self.rope(self.wq(x), offset=memory.shape[0])
        k = self.rope(self.wk(memory))
        return torch.softmax(q @ k.T, dim=-1) @ memory


torch.manual_seed(55)
attn = Attention(4)
x, memory = torch.randn(2, 4), torch.randn(3, 4)
loss = (attn(x, memory) - x).pow(2).mean()
loss.backward()
