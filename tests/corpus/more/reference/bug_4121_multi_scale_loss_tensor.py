import torch
import torch.nn.functional as F
from torch import nn


class Pyramid(nn.Module):
    def __init__(self, scales: int):
        super().__init__()
        self.heads = nn.ModuleList(nn.Linear(2, 1) for _ in range(scales))
        self.weights = torch.linspace(1.0, 0.25, scales)

    def forward(self, x):
        return [head(x / 2 ** i) for i, head in enumerate(self.heads)]


class PyramidLoss:
    def __call__(self, outputs, target, weights):
        per_scale = [F.smooth_l1_loss(out, target) for out in outputs]
        return (torch.stack(per_scale) * weights).sum()


torch.manual_seed(321)
net = Pyramid(scales=3)
criterion = PyramidLoss()
outputs = net(torch.randn(4, 2))
loss = criterion(outputs, torch.randn(4, 1), weights=net.weights)
loss.backward()
