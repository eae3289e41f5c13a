import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class ArcMargin(nn.Module):
    def __init__(self, dim, classes, s=8.0, m=0.3):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(classes, dim))
        self.s, self.cos_m, self.sin_m = s, math.cos(m), math.sin(m)

    def forward(self, feats, label):
        cosine = F.linear(F.normalize(feats), F.normalize(self.weight))
        sine = torch.sqrt(1.0 - cosine.pow(2) + 1e-6)
        phi = cosine * self.cos_m - sine * self.sin_m
        index = label[:, None]
        cosine.scatter_(1, index, phi.gather(1, index))
        return cosine * self.s


torch.manual_seed(1826)
backbone, metric = nn.Linear(4, 3), ArcMargin(3, 5)
faces, ids = torch.randn(4, 4), torch.tensor([0, 4, 2, 2])
loss = F.cross_entropy(metric(backbone(faces), ids), ids)
loss.backward()
