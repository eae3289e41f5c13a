import math

import torch
import torch.nn as nn


class DetectionHead(nn.Module):
    def __init__(self, in_ch, n_classes, prior=0.05):
        super().__init__()
        self.cls = nn.Conv2d(in_ch, n_classes, 1)
        self.box = nn.Conv2d(in_ch, 4, 1)
        self.reset_parameters(prior)

    def reset_parameters(self, prior):
        nn.init.normal_(self.cls.weight, std=0.5)
        self.cls.bias.fill_(-math.log((1 - prior) / prior))

    def forward(self, feat):
        return self.cls(feat), self.box(feat)


torch.manual_seed(330)
head = DetectionHead(2, 2)
feat = torch.randn(1, 2, 2, 2)
target = torch.zeros(1, 2, 2, 2)
target[0, 1, 0, 0] = 1.0

scores, boxes = head(feat)
loss = nn.functional.binary_cross_entropy_with_logits(scores, target) + boxes.abs().mean()
loss.backward()
