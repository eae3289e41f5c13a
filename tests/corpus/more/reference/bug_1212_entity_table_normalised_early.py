import torch
import torch.nn as nn
import torch.nn.functional as F


class DistMult(nn.Module):
    def __init__(self, n_ent, n_rel, dim):
        super().__init__()
        self.ent = nn.Embedding(n_ent, dim)
        self.rel = nn.Embedding(n_rel, dim)

    def normalize_parameters(self):
        table = self.ent.weight.data
        table /= table.norm(dim=1, keepdim=True)

    def forward(self, heads, rels):
        return (self.ent(heads) * self.rel(rels)) @ self.ent.weight.t()


torch.manual_seed(1212)
model = DistMult(6, 2, 3)
heads, rels, tails = torch.tensor([0, 2, 5]), torch.tensor([1, 0, 1]), torch.tensor([3, 4, 1])

scores = model(heads, rels)
loss = F.cross_entropy(scores, tails)
loss.backward()
model.normalize_parameters()
