import torch
import torch.nn as nn


def to_corners(box):
    box[:, 2] = box[:, 0] + box[:, 2]
    box[:, 3] = box[:, 1] + box[:, 3]
    return box


def iou(pred, target):
    area = pred[:, 2] * pred[:, 3] + target[:, 2] * target[:, 3]
    p, t = to_corners(pred), to_corners(target.clone())
    lo = torch.maximum(p[:, :2], t[:, :2])
    hi = torch.minimum(p[:, 2:], t[:, 2:])
    inter = (hi - lo).clamp(min=0).prod(dim=1)
    return inter / (area - inter)


torch.manual_seed(2518)
head = nn.Linear(3, 4)
feat = torch.rand(2, 3)
anchors = torch.tensor([[0.0, 0.0, 2.0, 1.5], [1.0, 0.5, 1.0, 2.0]])
truth = torch.tensor([[0.2, 0.1, 1.8, 1.6], [0.9, 0.8, 1.3, 1.7]])

boxes = anchors + 0.1 * head(feat)
loss = (1 - iou(boxes, truth)).mean()
loss.backward()
