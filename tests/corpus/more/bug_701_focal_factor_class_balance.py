import torch
import torch.nn as nn
import torch.nn.functional as F


def focal_loss(logits, target, alpha, gamma=2.0):
    ce = F.cross_entropy(logits, target, reduction="none")
    pt = torch.exp(-ce)
    pt *= alpha[target]
    return ((1 - pt) ** gamma * ce).mean()


torch.manual_seed(701)
clf = nn.Linear(3, 3)
x = torch.randn(4, 3)
target = torch.tensor([0, 2, 1, 2])
alpha = torch.tensor([0.25, 0.5, 0.75])
loss = focal_loss(clf(x), target, alpha)
loss.backward()
