import torch
import torch.nn as nn


class ScaledSoftmax(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        y = torch.softmax(x * scale, dim=-1)
        ctx.save_for_backward(y)
        ctx.scale = scale
        return y

    @staticmethod
    def backward(ctx, g):
        y, = ctx.saved_tensors
        g.mul_(y)
        g.sub_(y * g.sum(dim=-1, keepdim=True))
        return g.mul_(ctx.scale), None


torch.manual_seed(1810)
proj = nn.Linear(3, 4)
x = torch.randn(2, 3)
h = proj(x)
mixed = h + ScaledSoftmax.apply(h, 0.5)
loss = (mixed * torch.randn(2, 4)).sum()
loss.backward()
