import torch
import torch.nn as nn


class BinaryTreeCell(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(2 * dim, 5 * dim)

    def forward(self, left, right):
        (hl, cl), (hr, cr) = left, right
        i, fl, fr, u, o = self.proj(torch.cat([hl, hr], dim=1)).chunk(5, dim=1)
        c = cl * fl.sigmoid() + cr * fr.sigmoid() + i.sigmoid() * u.tanh()
        h = o.sigmoid() * c.tanh_()
        return h, c


torch.manual_seed(801)
cell = BinaryTreeCell(1)
words = [(torch.randn(2, 1), torch.randn(2, 1) * 2) for _ in range(3)]
phrase = cell(words[0], words[1])
h, c = cell(phrase, words[2])
loss = (h + c).pow(2).sum()
loss.backward()
