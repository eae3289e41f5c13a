import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1536)
enhance = nn.Linear(4, 4)
dark, bright = torch.rand(3, 4), torch.rand(3, 4)


def histogram(x):
    centres = torch.arange(4) / 4 + 0.125
    hist = torch.exp(-((x.reshape(-1, 1) - centres) / 0.1) ** 2 / 2).sum(dim=0)
    return hist / hist.sum()


out = torch.sigmoid(enhance(dark))
hist_loss = (histogram(out) - histogram(bright)).abs().mean()
loss = F.smooth_l1_loss(out, bright) + 0.5 * hist_loss
loss.backward()
