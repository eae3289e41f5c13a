import torch
import torch.nn as nn


class ScaleInPlace(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        x.mul_(scale)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, g):
        return g * ctx.scale, None


torch.manual_seed(1554)
proj = nn.Linear(2, 3)
h = proj(torch.randn(4, 2))
h = h * 3.0
loss = torch.tanh(h).pow(2).mean()
loss.backward()
