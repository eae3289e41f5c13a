import torch
import torch.nn as nn


class PaddedAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.query = nn.Linear(dim, dim, bias=False)
        self.key = nn.Linear(dim, dim, bias=False)

    def forward(self, x, pad):
        scores = self.query(x) @ self.key(x).transpose(1, 2)
        scores /= x.shape[-1] ** 0.5
        scores.masked_fill_(pad[:, None, :], float("-inf"))
        weights = scores.softmax(dim=-1)
        ctx = weights @ x
        ctx[pad] = 0.0
        return ctx


torch.manual_seed(107)
att = PaddedAttention(3)
x = torch.randn(2, 4, 3)
pad = torch.tensor([[False, False, False, True], [False, False, True, True]])
loss = att(x, pad).square().sum()
loss.backward()
