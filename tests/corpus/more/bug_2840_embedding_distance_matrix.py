import torch
import torch.nn as nn


def pairwise(e):
    diff = e.unsqueeze(0) - e.unsqueeze(1)
    return diff.pow(2).sum(-1).sqrt()


def batch_hard_triplet(e, labels, margin=0.3):
    d = pairwise(e)
    same = labels[:, None] == labels[None]
    hardest_pos = (d * same).max(dim=1).values
    hardest_neg = (d + 1e3 * same).min(dim=1).values
    return torch.relu(hardest_pos - hardest_neg + margin).mean()


torch.manual_seed(540)
enc = nn.Linear(4, 2)
labels = torch.tensor([0, 0, 1, 1, 2, 2])
loss = batch_hard_triplet(enc(torch.randn(6, 4)), labels)
loss.backward()
