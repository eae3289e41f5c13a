import math
import torch
import torch.nn as nn


def sinusoid(length, dim, table):
    pos = torch.arange(length).float().unsqueeze(1)
    freq = torch.exp(torch.arange(0, dim, 2).float() * (-math.log(1e4) / dim))
    table[:, 0::2] = torch.sin(pos * freq)
    table[:, 1::2] = torch.cos(pos * freq)


class Embeddings(nn.Module):
    def __init__(self, vocab, dim, max_len=8):
        super().__init__()
        self.word = nn.Embedding(vocab, dim)
        self.position = nn.Embedding(max_len, dim)
        self.out = nn.Linear(dim, vocab)
        sinusoid(max_len, dim, table=self.position.weight)

    def forward(self, ids):
        pos = torch.arange(ids.size(1))
        return self.out(self.word(ids) + self.position(pos))


torch.manual_seed(3018)
model = Embeddings(5, 4)
ids = torch.tensor([[1, 2, 3], [4, 0, 2]])
logits = model(ids)
loss = nn.functional.cross_entropy(logits[:, :-1].reshape(-1, 5), ids[:, 1:].reshape(-1))
loss.backward()
