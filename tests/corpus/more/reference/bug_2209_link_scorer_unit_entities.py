import torch
import torch.nn as nn
import torch.nn.functional as F


class LinkScorer(nn.Module):
    def __init__(self, n_entities, n_relations, dim):
        super().__init__()
        self.entity = nn.Embedding(n_entities, dim)
        self.relation = nn.Embedding(n_relations, dim)

    def forward(self, head, rel):
        query = self.entity(head) * self.relation(rel)
        return query @ self.entity.weight.T

    def project(self):
        w = self.entity.weight.data
        w.div_(w.norm(dim=1, keepdim=True))


torch.manual_seed(2209)
model = LinkScorer(5, 2, 3)
heads, rels, tails = torch.tensor([0, 3, 1]), torch.tensor([0, 1, 1]), torch.tensor([2, 4, 0])
for epoch in range(1):
    loss = F.cross_entropy(model(heads, rels), tails)
    loss.backward()
    model.project()
