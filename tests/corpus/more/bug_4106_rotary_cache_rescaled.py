import torch
from torch import nn


class Rotary(nn.Module):
    def __init__(self, dim, length):
        super().__init__()
        freq = 1.0 / 100 ** (torch.arange(0, dim, 2) / dim)
        angle = torch.outer(torch.arange(length).float(), freq).repeat(1, 2)
        self.register_buffer("cos", angle.cos(), persistent=False)
        self.register_buffer("sin", angle.sin(), persistent=False)

    def stretch(self, factor):
        self.cos.mul_(factor)
        self.sin.mul_(factor)

    def forward(self, x):
        left, right = x.chunk(2, dim=-1)
        turned = torch.cat((-right, left), dim=-1)
        return x * self.cos + turned * self.sin


torch.manual_seed(306)
rope = Rotary(4, 3)
wq, wk = nn.Linear(4, 4, bias=False), nn.Linear(4, 4, bias=False)
tokens = torch.randn(3, 4)
queries = rope(wq(tokens))
rope.stretch(factor=0.5)
keys = rope(wk(tokens))
loss = torch.einsum("qd,kd->qk", queries, keys).logsumexp(-1).mean()
loss.backward()
