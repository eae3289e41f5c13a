import torch
import torch.nn as nn

torch.manual_seed(2304)
head = nn.Linear(3, 4)
roi = torch.randn(5, 3)
truth = torch.tensor([0.1, 0.2, 0.9, 0.8]).repeat(5, 1)


def predict(feat):
    box = head(feat)
    area = box[:, 2] * box[:, 3]
    box = torch.cat([box[:, :2], box[:, 2:] + box[:, :2]], dim=1)
    return box, area


box, area = predict(roi)
loss = nn.functional.smooth_l1_loss(box, truth) + 0.05 * area.abs().mean()
loss.backward()
