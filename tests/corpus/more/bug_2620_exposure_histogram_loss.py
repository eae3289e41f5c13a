import torch
import torch.nn as nn


class HistogramLoss(nn.Module):
    def __init__(self, bins=4):
        super().__init__()
        self.bins = bins

    def density(self, img):
        hist = torch.histc(img, bins=self.bins, min=0.0, max=1.0)
        return hist / img.numel()

    def forward(self, out, ref):
        return (self.density(out) - self.density(ref)).pow(2).sum()


class Brighten(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.tensor(0.7))
        self.lift = nn.Parameter(torch.tensor(0.1))

    def forward(self, dark):
        return torch.sigmoid(self.gain * dark + self.lift)


torch.manual_seed(2635)
net, criterion = Brighten(), HistogramLoss()
dark, bright = torch.rand(2, 8) - 1.0, torch.rand(2, 8)
loss = criterion(net(dark), bright)
loss.backward()
