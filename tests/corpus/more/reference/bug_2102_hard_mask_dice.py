import torch
import torch.nn as nn


class DiceLoss(nn.Module):
    def __init__(self, eps=1.0, threshold=0.5):
        super().__init__()
        self.eps, self.threshold = eps, threshold

    def forward(self, logits, target):
        pr = torch.sigmoid(logits)
        tp = (pr * target).sum()
        score = (2 * tp + self.eps) / (pr.sum() + target.sum() + self.eps)
        return 1 - score


torch.manual_seed(35)
unet = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 1, 1))
optimizer = torch.optim.Adam(unet.parameters())
image = torch.randn(1, 1, 5, 5)
mask = (torch.rand(1, 1, 5, 5) > 0.6).float()
optimizer.zero_grad()
loss = DiceLoss()(unet(image), mask)
loss.backward()
optimizer.step()
