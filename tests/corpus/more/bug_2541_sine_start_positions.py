import torch
import torch.nn as nn


def fill_sinusoidal(table, base=100.0):
    n, dim = table.shape
    rate = base ** (-2 * (torch.arange(dim) // 2) / dim)
    theta = torch.arange(n)[:, None] * rate
    table[:, 0::2] = torch.sin(theta[:, 0::2])
    table[:, 1::2] = torch.cos(theta[:, 1::2])
    return table


class Tagger(nn.Module):
    def __init__(self, vocab, length, dim):
        super().__init__()
        self.tok = nn.Embedding(vocab, dim)
        self.pos = nn.Embedding(length, dim)
        fill_sinusoidal(self.pos.weight)
        self.out = nn.Linear(dim, 2)

    def forward(self, ids):
        h = self.tok(ids) + self.pos(torch.arange(ids.shape[1]))
        return self.out(torch.tanh(h))


torch.manual_seed(2507)
model = Tagger(7, 4, 4)
ids = torch.tensor([[1, 5, 2, 0], [3, 3, 6, 4]])
loss = model(ids).pow(2).mean()
loss.backward()
