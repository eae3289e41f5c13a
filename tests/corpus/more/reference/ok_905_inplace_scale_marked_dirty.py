import torch
import torch.nn as nn


class ScaleInplace(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, g):
        return g * ctx.factor, None


torch.manual_seed(9905)
proj = nn.Linear(2, 3)
h = proj(torch.randn(4, 2))
h = ScaleInplace.apply(h, 0.5)
loss = torch.tanh(h).sum()
loss.backward()
