import torch
import torch.nn as nn
import torch.nn.functional as F


def pairwise_distance(emb):
    diff = emb.unsqueeze(0) - emb.unsqueeze(1)
    return diff.pow(2).sum(dim=2).sqrt()


def batch_hard_triplet(emb, labels, margin=0.5):
    d = pairwise_distance(emb)
    same = labels[:, None] == labels[None, :]
    hardest_pos = (d * same.float()).max(dim=1).values
    hardest_neg = (d + 1e3 * same.float()).min(dim=1).values
    return F.relu(hardest_pos - hardest_neg + margin).mean()


torch.manual_seed(44)
net = nn.Linear(5, 3)
x = torch.randn(6, 5)
labels = torch.tensor([0, 0, 1, 1, 2, 2])
loss = batch_hard_triplet(net(x), labels)
loss.backward()
print("loss", loss.item())
