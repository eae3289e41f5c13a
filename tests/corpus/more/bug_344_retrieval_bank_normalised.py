import torch
import torch.nn as nn

torch.manual_seed(46)
tower = nn.Linear(3, 4)
gate = torch.rand(4, requires_grad=True)
queries = torch.randn(5, 3)
target = torch.randn(5)


def score(feats):
    return (feats * gate).sum(dim=1)


def build_index(feats):
    bank = feats.data
    for row in bank:
        row /= row.norm()
    return bank


feats = tower(queries)
pred = score(feats)
index = build_index(feats)
neighbours = (index @ index.T).fill_diagonal_(-1).argmax(dim=1)
loss = (pred - target).square().mean()
loss.backward()
print("neighbours", neighbours.tolist())
