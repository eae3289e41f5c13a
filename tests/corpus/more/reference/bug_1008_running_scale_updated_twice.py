import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(1008)
proj = nn.Linear(3, 3)
scale = torch.ones(3)


def block(x):
    h = torch.tanh(proj(x))
    with torch.no_grad():
        scale.lerp_(h.abs().mean(0), 0.5)
    return h / scale


x = torch.randn(4, 3, requires_grad=True)
out = block(x)
loss = (out - 0.5).pow(2).sum()
loss.backward()
