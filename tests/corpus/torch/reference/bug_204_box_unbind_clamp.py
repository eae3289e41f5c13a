import torch
import torch.nn as nn

torch.manual_seed(334)
regressor = nn.Linear(3, 4)


def cxcywh_to_xyxy(boxes):
    cx, cy, w, h = boxes.unbind(-1)
    w, h = (side.clamp(min=0.05) for side in (w, h))
    return torch.stack([cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2], dim=-1)


def iou(a, b):
    lt = torch.maximum(a[:, :2], b[:, :2])
    rb = torch.minimum(a[:, 2:], b[:, 2:])
    inter = (rb - lt).clamp(min=0).prod(1)
    area = [(t[:, 2:] - t[:, :2]).prod(1) for t in (a, b)]
    return inter / (area[0] + area[1] - inter)


feats = torch.randn(3, 3)
truth = torch.tensor([[0.0, 0.0, 1.0, 1.0], [-0.5, -0.5, 0.5, 0.5], [0.0, -1.0, 1.0, 1.0]])
pred = cxcywh_to_xyxy(regressor(feats) + torch.tensor([0.0, 0.0, 1.0, 1.0]))
loss = (1 - iou(pred, truth)).mean() + 0.1 * (pred - truth).abs().mean()
loss.backward()
