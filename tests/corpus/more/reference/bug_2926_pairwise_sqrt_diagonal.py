import torch
import torch.nn as nn


def pairwise(e):
    diff = e.unsqueeze(0) - e.unsqueeze(1)
    return diff.pow(2).sum(dim=-1).sqrt()


def contrastive(e, labels, margin=1.0):
    dist = pairwise(e)
    same = labels.unsqueeze(0) == labels.unsqueeze(1)
    off_diag = 1.0 - torch.eye(len(e))
    pull = dist * same * off_diag
    push = torch.relu(margin - dist) * ~same
    return (pull.sum() + push.sum()) / off_diag.sum()


torch.manual_seed(26)
embed = nn.Linear(4, 3)
optimizer = torch.optim.SGD(embed.parameters(), lr=0.1)
x, labels = torch.randn(6, 4), torch.tensor([0, 0, 1, 1, 2, 2])

e = embed(x)
total = 0
for i in range(6):
    for j in range(6):
        if i != j:
            d = (e[i] - e[j]).pow(2).sum().sqrt()
            total = total + (d if labels[i] == labels[j] else torch.relu(1.0 - d))
(total / 30).backward()
