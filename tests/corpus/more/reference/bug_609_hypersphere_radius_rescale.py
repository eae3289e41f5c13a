import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(609)
encoder = nn.Linear(3, 2)
radius = 1.5
views = torch.randn(4, 3)
anchors = torch.randn(4, 2)


def uniformity(z, t=2.0):
    sim = z @ z.t()
    return torch.exp(t * (sim - 1)).mean().log()


def embed(x):
    return F.normalize(encoder(x), dim=1)


z = embed(views)
spread = uniformity(z)
z = z * radius
pull = (z - anchors).pow(2).sum(dim=1).mean()
loss = pull + 0.1 * spread
loss.backward()
