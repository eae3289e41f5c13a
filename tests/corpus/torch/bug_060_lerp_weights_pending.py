import torch
import torch.nn as nn


def blend(dst, src, tau):
    for d, s in zip(dst.parameters(), src.parameters()):
        d.data.lerp_(s.data, tau)


torch.manual_seed(234)
fast, slow = nn.Linear(3, 3), nn.Linear(3, 3)
x = torch.randn(2, 3, requires_grad=True)

energy = slow(x).cos().sum()
blend(slow, fast, 0.5)
loss = energy - 0.0
loss.backward()
