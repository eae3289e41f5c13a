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


class ExpInPlace(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.exp_()
        ctx.mark_dirty(x)
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        y, = ctx.saved_tensors
        return grad * y


torch.manual_seed(133)
lin = nn.Linear(3, 2)
x = torch.randn(4, 3)
h = ScaleInPlace.apply(lin(x), 0.5)
rate = ExpInPlace.apply(h)
counts = torch.poisson(torch.ones(4, 2))
loss = (rate - counts * (rate + 1e-6).log()).mean()
loss.backward()
