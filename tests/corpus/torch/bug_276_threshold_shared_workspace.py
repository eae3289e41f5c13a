import torch


class Shrink(torch.autograd.Function):
    keep = torch.empty(5, dtype=torch.bool)

    @staticmethod
    def forward(ctx, x, lam):
        torch.gt(x.abs(), lam, out=Shrink.keep)
        ctx.keep = Shrink.keep
        return x * Shrink.keep

    @staticmethod
    def backward(ctx, g):
        return g * ctx.keep, None


torch.manual_seed(350)
x = torch.randn(5, requires_grad=True)
coarse = Shrink.apply(x, 1.0)
fine = Shrink.apply(x, 0.2)
loss = (3.0 * coarse).sum() + fine.pow(2).sum()
loss.backward()
