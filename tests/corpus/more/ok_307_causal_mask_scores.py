import torch
import torch.nn as nn


class CausalAttention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.scale = width ** -0.5

    def forward(self, x, pad=None):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        scores = q @ k.transpose(-2, -1) * self.scale
        n = x.shape[-2]
        future = torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1)
        scores.masked_fill_(future, float("-inf"))
        if pad is not None:
            scores[pad[:, None, :].expand_as(scores)] = -1e9
        return scores.softmax(-1) @ v


torch.manual_seed(6)
mha = CausalAttention(2)
x = torch.randn(2, 3, 2)
pad = torch.tensor([[False, False, True], [False, False, False]])
loss = mha(x, pad).square().sum()
loss.backward()
