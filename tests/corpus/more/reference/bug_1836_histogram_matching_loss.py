import torch
import torch.nn as nn


class HistogramLoss(nn.Module):
    def __init__(self, bins=4):
        super().__init__()
        self.bins = bins

    def hist(self, img):
        centers = (torch.arange(self.bins) + 0.5) / self.bins
        soft = torch.exp(-0.5 * ((img.reshape(-1, 1) - centers) * self.bins).pow(2))
        return soft.sum(0) / soft.sum()

    def forward(self, pred, target):
        return (self.hist(pred) - self.hist(target)).abs().sum()


torch.manual_seed(1836)
enhance = nn.Conv2d(1, 1, 2)
dark, bright = torch.rand(1, 1, 4, 4), torch.rand(1, 1, 3, 3)
restored = torch.sigmoid(enhance(dark))
criterion = HistogramLoss()
loss = criterion(restored, bright)
loss.backward()
