import torch


class HardShrink(torch.autograd.Function):
    keep = torch.empty(2, 3, dtype=torch.bool)

    @staticmethod
    def forward(ctx, x):
        torch.gt(x.abs(), 0.5, out=HardShrink.keep)
        ctx.keep = HardShrink.keep
        return x * ctx.keep

    @staticmethod
    def backward(ctx, g):
        return g * ctx.keep


torch.manual_seed(22)
w = torch.randn(2, 3, requires_grad=True)
first = HardShrink.apply(w)
second = HardShrink.apply(w * 0.4 + 0.3)
loss = first.pow(2).sum() + second.sum()
loss.backward()
