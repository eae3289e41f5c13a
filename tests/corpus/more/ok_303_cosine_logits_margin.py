import torch
import torch.nn as nn
import torch.nn.functional as F


def margin_logits(z, prototypes, labels, margin=0.2, scale=8.0):
    logits = F.normalize(z, dim=1) @ F.normalize(prototypes, dim=1).T
    rows = torch.arange(len(labels))
    logits[rows, labels] -= margin
    logits *= scale
    return logits


torch.manual_seed(2)
proj = nn.Linear(4, 3)
prototypes = nn.Parameter(torch.randn(5, 3))
x = torch.randn(6, 4)
labels = torch.tensor([0, 4, 2, 2, 1, 3])

logits = margin_logits(proj(x), prototypes, labels)
loss = F.cross_entropy(logits, labels)
loss.backward()
print("loss", loss.item())
