import torch
import torch.nn as nn


def unit_rows(table):
    copy = table.detach().clone()
    for row in copy:
        row /= row.norm()
    head, tail = copy.split([2, len(copy) - 2])
    head.mul_(2.0)
    tail.clamp_(-0.5, 0.5)
    return copy


class Analogy(nn.Module):
    def __init__(self, emb):
        super().__init__()
        self.emb = emb

    def forward(self, a, b, c):
        anchors = unit_rows(self.emb.weight)
        query = self.emb(b) - self.emb(a) + self.emb(c)
        return query @ anchors.T


torch.manual_seed(126)
emb = nn.Embedding(6, 3)
model = Analogy(emb)
quads = torch.tensor([[0, 1, 2, 3], [1, 4, 0, 5]])
logits = model(*quads[:, :3].T)
loss = nn.functional.cross_entropy(logits, quads[:, 3])
loss.backward()
