import torch
import torch.nn as nn

torch.manual_seed(2134)
enhance = nn.Conv2d(3, 3, 1)
BINS, LOW, HIGH = 4, 0.0, 1.0


def histogram(img):
    centres = LOW + (HIGH - LOW) * (torch.arange(BINS) + 0.5) / BINS
    counts = torch.exp(-((img.reshape(-1, 1) - centres) / 0.1) ** 2).sum(0)
    return counts / img.numel()


def histogram_loss(pred, ref):
    return (histogram(pred) - histogram(ref)).abs().sum()


dark = torch.rand(1, 3, 4, 4) * 0.3
bright = torch.rand(1, 3, 4, 4)
pred = torch.sigmoid(enhance(dark))
loss = histogram_loss(pred, bright)
loss.backward()
