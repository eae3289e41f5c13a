import torch
import torch.nn as nn


class LimitGrad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, limit):
        ctx.limit = limit
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return g.clamp(-ctx.limit, ctx.limit), None


torch.manual_seed(2329)
main, skip = nn.Linear(3, 2), nn.Linear(3, 2)
x = torch.randn(4, 3)
shortcut = skip(x)
out = LimitGrad.apply(main(x), 0.1) + shortcut
loss = (out - 1.0).square().sum()
loss.backward()
