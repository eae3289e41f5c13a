import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class ArcMargin(nn.Module):
    def __init__(self, dim, classes, margin=0.3, scale=8.0):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(classes, dim))
        self.margin, self.scale = margin, scale

    def forward(self, x, label):
        cosine = F.linear(F.normalize(x), F.normalize(self.weight))
        sine = torch.sqrt((1.0 - cosine ** 2).clamp(min=1e-6))
        hot = F.one_hot(label, cosine.shape[1]).float()
        cosine = cosine * (1.0 - hot * (1.0 - math.cos(self.margin)))
        cosine = cosine - hot * sine * math.sin(self.margin)
        return cosine * self.scale


torch.manual_seed(2301)
head = ArcMargin(4, 3)
faces = torch.randn(5, 4)
label = torch.tensor([0, 2, 1, 1, 0])
loss = F.cross_entropy(head(faces, label), label)
loss.backward()
