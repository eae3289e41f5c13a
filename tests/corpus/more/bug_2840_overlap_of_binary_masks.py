import torch
import torch.nn as nn

torch.manual_seed(2338)
seg = nn.Conv2d(1, 1, 3, padding=1)
scan = torch.randn(2, 1, 4, 4)
truth = (torch.rand(2, 1, 4, 4) > 0.6).float()


def iou_loss(prob, truth):
    mask = (prob > 0.5).float()
    inter = (mask * truth).sum(dim=(1, 2, 3))
    union = mask.sum(dim=(1, 2, 3)) + truth.sum(dim=(1, 2, 3)) - inter
    return 1.0 - (inter / (union + 1e-6)).mean()


loss = iou_loss(torch.sigmoid(seg(scan)), truth)
loss.backward()
