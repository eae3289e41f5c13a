import torch
import torch.nn as nn


class Stem(nn.Module):
    def __init__(self, vocab, dim, length):
        super().__init__()
        self.tokens = nn.Embedding(vocab, dim)
        self.proj = nn.Linear(dim, dim)
        self.position = nn.Parameter(torch.zeros(length, dim))
        self.scale = dim ** 0.5

    def forward(self, ids):
        x = self.tokens(ids)
        x *= self.scale
        x += self.position[: ids.shape[1]]
        y = self.proj(x)
        y /= self.scale
        y += x
        return nn.functional.gelu(y)


torch.manual_seed(3214)
stem = Stem(vocab=6, dim=2, length=4)
ids = torch.tensor([[0, 3, 5], [2, 2, 1]])
loss = stem(ids).square().sum()
loss.backward()
