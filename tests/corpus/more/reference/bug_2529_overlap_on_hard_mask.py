import torch
import torch.nn as nn


class DiceLoss(nn.Module):
    def __init__(self, threshold=0.5, smooth=1.0):
        super().__init__()
        self.threshold = threshold
        self.smooth = smooth

    def forward(self, prob, target):
        pred = prob
        inter = (pred * target).sum()
        total = pred.sum() + target.sum()
        return 1 - (2 * inter + self.smooth) / (total + self.smooth)


torch.manual_seed(2531)
net = nn.Conv2d(1, 1, 3, padding=1)
criterion = DiceLoss()
slices = torch.randn(2, 1, 4, 4)
lesion = (torch.rand(2, 1, 4, 4) > 0.6).float()

prob = torch.sigmoid(net(slices))
loss = criterion(prob, lesion)
loss.backward()
