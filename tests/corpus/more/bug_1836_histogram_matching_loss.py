import torch
import torch.nn as nn


class HistogramLoss(nn.Module):
    def __init__(self, bins=4):
        super().__init__()
        self.bins = bins

    def hist(self, img):
        h = torch.histc(img, bins=self.bins, min=0.0, max=1.0)
        return h / h.sum()

    def forward(self, pred, target):
        return (self.hist(pred) - self.hist(target)).abs().sum()


torch.manual_seed(1836)
enhance = nn.Conv2d(1, 1, 2)
dark, bright = torch.rand(1, 1, 4, 4), torch.rand(1, 1, 3, 3)
restored = torch.sigmoid(enhance(dark))
criterion = HistogramLoss()
loss = criterion(restored, bright)
loss.backward()
