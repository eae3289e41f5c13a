import torch
import torch.nn as nn


class TurnEncoder(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.start = nn.Parameter(torch.zeros(dim))
        self.gate = nn.Linear(dim, dim)

    def forward(self, ids):
        h = self.embed(ids)
        g = torch.sigmoid(self.gate(h))
        first = self.start.expand(h.shape[0], 1, -1)
        h = torch.cat([first, h[:, 1:]], dim=1)
        return (g + h).mean(dim=1)


torch.manual_seed(704)
enc = TurnEncoder(6, 2)
out = enc(torch.tensor([[1, 4, 2], [3, 3, 5]]))
loss = out.pow(2).sum()
loss.backward()
