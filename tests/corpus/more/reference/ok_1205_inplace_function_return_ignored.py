import torch
import torch.nn as nn


class ScaleInPlace(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        x.mul_(factor)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None


def encode(enc, x):
    h = enc(x)
    return h * 3.0


torch.manual_seed(2205)
enc = nn.Linear(2, 3)
loss = encode(enc, torch.randn(4, 2)).pow(2).mean()
loss.backward()
