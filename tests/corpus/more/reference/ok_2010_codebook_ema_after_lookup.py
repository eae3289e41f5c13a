import torch
import torch.nn as nn
import torch.nn.functional as F


class Quantizer(nn.Module):
    def __init__(self, codes, dim, decay=0.9):
        super().__init__()
        self.register_buffer("book", torch.randn(codes, dim))
        self.decay = decay

    def forward(self, z):
        idx = torch.cdist(z.detach(), self.book).argmin(1)
        quant = F.embedding(idx, self.book)
        moved = self.book.clone()
        for c in idx.unique():
            mean = z.detach()[idx == c].mean(0)
            moved[c] = self.decay * self.book[c] + (1 - self.decay) * mean
        self.book = moved
        commit = (z - quant).pow(2).mean()
        return z + (quant - z).detach(), commit


torch.manual_seed(2210)
enc, dec = nn.Linear(3, 2), nn.Linear(2, 3)
vq = Quantizer(4, 2)
x = torch.randn(6, 3)
q, commit = vq(enc(x))
loss = (dec(q) - x).pow(2).mean() + 0.25 * commit
loss.backward()
