import math

import torch
import torch.nn as nn


class RelativeAttention(nn.Module):
    def __init__(self, dim, length):
        super().__init__()
        self.qk = nn.Linear(dim, 2 * dim)
        self.bias = nn.Parameter(torch.randn(length, length))

    def forward(self, x):
        q, k = self.qk(x).chunk(2, dim=-1)
        scores = q @ k.transpose(1, 2)
        scores = scores / math.sqrt(x.shape[-1])
        scores = scores + self.bias
        return torch.softmax(scores, dim=-1) @ x


torch.manual_seed(2801)
attention = RelativeAttention(2, 3)
tokens = torch.randn(2, 3, 2)
loss = attention(tokens).pow(2).mean()
loss.backward()
print(loss.item())
