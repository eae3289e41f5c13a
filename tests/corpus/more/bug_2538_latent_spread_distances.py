import torch
import torch.nn as nn


def pairwise_euclidean(x):
    diff = x.unsqueeze(0) - x.unsqueeze(1)
    return diff.pow(2).sum(-1).sqrt()


class SpreadLoss(nn.Module):
    def __init__(self, margin):
        super().__init__()
        self.margin = margin

    def forward(self, z):
        dist = pairwise_euclidean(z)
        n = len(z)
        return (dist.sum() / (n * (n - 1)) - self.margin).pow(2)


torch.manual_seed(2544)
enc = nn.Linear(4, 2)
sensors = torch.randn(5, 4)
cycles = torch.rand(5, 1)
head = nn.Linear(2, 1)

z = enc(sensors)
loss = (head(z) - cycles).pow(2).mean() + 0.1 * SpreadLoss(1.0)(z)
loss.backward()
