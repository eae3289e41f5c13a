import torch
import torch.nn as nn


def unit_rows(table):
    copy = table.detach().clone()
    copy = copy / copy.norm(dim=1, keepdim=True)
    return torch.cat([copy[:2] * 2.0, copy[2:].clamp(-0.5, 0.5)])


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
