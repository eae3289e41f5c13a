import torch
import torch.nn as nn


class SoftClip(torch.autograd.Function):
    """x / (1 + |x|), overwriting x."""

    @staticmethod
    def forward(ctx, x):
        denom = x.abs().add_(1.0)
        x.div_(denom)
        ctx.mark_dirty(x)
        ctx.save_for_backward(denom)
        return x

    @staticmethod
    def backward(ctx, grad):
        (denom,) = ctx.saved_tensors
        return grad / denom.square()


class Layer(nn.Linear):
    def forward(self, x):
        return SoftClip.apply(super().forward(x))


torch.manual_seed(71)
lin = Layer(3, 2)
loss = lin(torch.randn(5, 3)).square().sum()
loss.backward()
print(loss.item())
