import numpy as np
import torch
import torch.nn as nn


class Preview:
    def __init__(self, low, high):
        self.low, self.high = low, high
        self.frames = []

    def add(self, scan):
        img = scan.numpy()
        np.clip(img, self.low, self.high, out=img)
        img -= self.low
        self.frames.append(img.mean())


torch.manual_seed(2645)
segmenter = nn.Sequential(nn.Conv2d(1, 2, 1), nn.Tanh(), nn.Conv2d(2, 1, 1))
preview = Preview(-0.5, 0.5)
scans = torch.randn(2, 1, 3, 3)
masks = (torch.rand(2, 1, 3, 3) > 0.5).float()
losses = []
for scan, mask in zip(scans, masks):
    logits = segmenter(scan[None])
    losses.append(nn.functional.binary_cross_entropy_with_logits(logits[0], mask))
    preview.add(scan)
loss = torch.stack(losses).mean()
loss.backward()
