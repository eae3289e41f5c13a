import torch
import torch.nn as nn


def ranks(x):
    return torch.sigmoid(x.unsqueeze(1) - x.unsqueeze(0)).sum(1)


def centred(x):
    x = x - x.mean()
    return x / x.norm()


def spearman_loss(pred, target):
    return 1.0 - (centred(ranks(pred)) * centred(ranks(target))).sum()


torch.manual_seed(2731)
quality = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
features, opinion = torch.randn(6, 3), torch.rand(6)
score = quality(features).squeeze(1)
loss = spearman_loss(score, opinion)
loss.backward()
