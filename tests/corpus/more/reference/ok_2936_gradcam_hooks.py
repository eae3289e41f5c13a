import torch
import torch.nn as nn
import torch.nn.functional as F
from types import SimpleNamespace as NS

torch.manual_seed(61)
m = nn.Sequential(nn.Conv2d(1, 3, 3, padding=1), nn.BatchNorm2d(3), nn.ReLU(), nn.MaxPool2d(2),
                  nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 3)).eval()
x = torch.randn(2, 1, 6, 6)
with torch.no_grad():
    h = m[:4](x)
    a = m[4](h)
    W = m[8].weight[torch.tensor([0, 2])]
    live = (a > 0).float()
    grad = live * W[:, :, None, None] / 9
    heat = (grad.mean((2, 3), keepdim=True) * a).sum(1, keepdim=True).clamp(min=0)
    cam = NS(heatmap=F.interpolate(heat, size=(6, 6), mode="bilinear", align_corners=False)[:, 0])
