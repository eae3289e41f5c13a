import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class ArcMargin(nn.Module):
    def __init__(self, dim, classes, margin=0.5, scale=4.0):
        super().__init__()
        self.weight = nn.Parameter(torch.eye(classes, dim))
        self.cos_m, self.sin_m, self.scale = math.cos(margin), math.sin(margin), scale

    def forward(self, features, labels):
        cosine = F.linear(F.normalize(features), F.normalize(self.weight))
        sine = torch.sqrt((1.0 - cosine.pow(2)).clamp(0, 1))
        phi = cosine * self.cos_m - sine * self.sin_m
        one_hot = F.one_hot(labels, self.weight.shape[0]).float()
        return self.scale * (one_hot * phi + (1 - one_hot) * cosine)


head = ArcMargin(3, 2)
embeddings = torch.tensor([[1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.2, 0.5, 0.9]])
labels = torch.tensor([0, 1, 1])
loss = F.cross_entropy(head(embeddings, labels), labels)
loss.backward()
