import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(41)
seg = nn.Conv2d(1, 1, 3, padding=1)
image = torch.randn(2, 1, 4, 4)
truth = (torch.rand(2, 1, 4, 4) > 0.5).to(image.dtype)


def iou(pred, target, eps=1.0):
    inter = (pred * target).sum(dim=(1, 2, 3))
    union = (pred + target - pred * target).sum(dim=(1, 2, 3))
    return (inter + eps) / (union + eps)


def criterion(logits, target):
    prob = torch.sigmoid(logits)
    mask = (prob > 0.5).to(prob.dtype)
    return F.binary_cross_entropy(prob, target) + (1 - iou(mask, target)).mean()


loss = criterion(seg(image), truth)
loss.backward()
print("loss", loss.item())
