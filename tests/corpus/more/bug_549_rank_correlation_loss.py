import torch
from torch import nn


def ranks(v):
    return v.argsort().argsort().to(v.dtype)


def spearman(pred, target):
    a, b = (ranks(v) for v in (pred, target))
    a, b = a - a.mean(), b - b.mean()
    return (a * b).sum() / (a.norm() * b.norm())


torch.manual_seed(27)
scorer = nn.Linear(4, 1)
docs, relevance = torch.randn(6, 4), torch.randn(6)
opt = torch.optim.Adam(scorer.parameters())
for epoch in range(3):
    opt.zero_grad()
    loss = 1 - spearman(scorer(docs).squeeze(1), relevance)
    loss.backward()
    opt.step()
