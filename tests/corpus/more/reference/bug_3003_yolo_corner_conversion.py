import torch
from torch import nn


def decode(raw):
    box = torch.sigmoid(raw)
    area = box[:, 2] * box[:, 3]
    return torch.cat([box[:, :2], box[:, :2] + box[:, 2:]], dim=1), area


def iou(box, area, gt):
    lt = torch.max(box[:, :2], gt[:, :2])
    rb = torch.min(box[:, 2:], gt[:, 2:])
    wh = (rb - lt).clamp(min=0)
    inter = wh[:, 0] * wh[:, 1]
    gt_area = (gt[:, 2] - gt[:, 0]) * (gt[:, 3] - gt[:, 1])
    return inter / (area + gt_area - inter + 1e-7)


torch.manual_seed(3004)
head = nn.Linear(3, 4)
cells = torch.randn(3, 3)
gt = torch.tensor([[0.2, 0.3, 0.9, 0.8], [0.1, 0.1, 0.6, 0.9], [0.4, 0.2, 1.0, 0.7]])

box, area = decode(head(cells))
loss = (1 - iou(box, area, gt)).sum()
loss.backward()
