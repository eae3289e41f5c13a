import torch
import torch.nn as nn

torch.manual_seed(106)
scorer = nn.Linear(3, 1)


def margin_of_best(items, k=3):
    scores = scorer(items).squeeze(1)
    best, where = scores.topk(k)
    best[0] = best[0] + 1.0
    best[1:] -= 0.5
    ranked = best.cumsum(0)
    ranked[-1] = 0.0
    return ranked, where


def hinge(ranked):
    return torch.relu(4.0 - ranked).sum()


groups = torch.randn(2, 5, 3)
loss = torch.zeros(())
for items in groups:
    ranked, where = margin_of_best(items)
    loss = loss + hinge(ranked) * (1 + len(where))
loss.backward()
