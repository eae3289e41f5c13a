import torch
import torch.nn as nn


class DiceLoss(nn.Module):
    def __init__(self, threshold=0.5, eps=1.0):
        super().__init__()
        self.threshold, self.eps = threshold, eps

    def forward(self, logits, mask):
        pred = torch.sigmoid(logits)
        inter = (pred * mask).sum((1, 2, 3))
        total = pred.sum((1, 2, 3)) + mask.sum((1, 2, 3))
        return 1 - ((2 * inter + self.eps) / (total + self.eps)).mean()


torch.manual_seed(67)
seg = nn.Sequential(nn.Conv2d(1, 3, 3, padding=1), nn.ReLU(), nn.Conv2d(3, 1, 1))
criterion = DiceLoss()
scan = torch.randn(2, 1, 5, 5)
mask = (scan > 0.3).float()
loss = criterion(seg(scan), mask)
loss.backward()
