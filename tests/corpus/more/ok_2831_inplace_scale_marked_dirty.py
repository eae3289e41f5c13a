import torch


class ScaleInPlace(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        x.mul_(factor)
        ctx.mark_dirty(x)
        ctx.factor = factor
        return x

    @staticmethod
    def backward(ctx, g):
        return g * ctx.factor, None


torch.manual_seed(2421)
x = torch.randn(2, 3, requires_grad=True)
h = x + 1.0
h = ScaleInPlace.apply(h, 0.25)
loss = h.pow(3).sum()
loss.backward()
