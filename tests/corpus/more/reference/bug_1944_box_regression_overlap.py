import torch
import torch.nn as nn


def to_corners(boxes):
    lt = boxes[:, :2] - boxes[:, 2:] / 2
    boxes = torch.cat([lt, boxes[:, 2:] + lt], 1)
    return boxes


def overlap(a, b):
    lt = torch.maximum(a[:, :2], b[:, :2])
    rb = torch.minimum(a[:, 2:], b[:, 2:])
    return (rb - lt).clamp(min=0).prod(-1)


torch.manual_seed(658)
reg = nn.Linear(3, 4)
anchors = torch.tensor([[0.5, 0.5, 0.4, 0.4], [0.4, 0.6, 0.5, 0.3]])
gt = torch.tensor([[0.3, 0.35, 0.8, 0.7], [0.2, 0.4, 0.7, 0.8]])
off = 0.1 * reg(torch.randn(2, 3))
boxes = torch.cat([anchors[:, :2] + off[:, :2] * anchors[:, 2:], anchors[:, 2:] * off[:, 2:].exp()], 1)
area = boxes[:, 2] * boxes[:, 3]
inter = overlap(to_corners(boxes), gt)
gt_area = (gt[:, 2:] - gt[:, :2]).prod(-1)
loss = (1.0 - inter / (area + gt_area - inter)).mean()
loss.backward()
