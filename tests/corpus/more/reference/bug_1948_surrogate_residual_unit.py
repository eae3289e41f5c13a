import torch
import torch.nn as nn


class Fire(torch.autograd.Function):
    @staticmethod
    def forward(ctx, v):
        ctx.save_for_backward(v)
        return (v > 0).to(v.dtype)

    @staticmethod
    def backward(ctx, grad):
        v, = ctx.saved_tensors
        grad = grad * (v.abs() <= 0.4)
        return grad


class ResidualUnit(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.short = nn.Linear(n, n)
        self.main = nn.Linear(n, n)

    def forward(self, x):
        skip = self.short(x)
        return skip + Fire.apply(self.main(x))


torch.manual_seed(290)
unit = ResidualUnit(3)
loss = unit(torch.randn(4, 3)).pow(2).mean()
loss.backward()
