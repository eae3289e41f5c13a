import torch
import torch.nn as nn


class SwishInPlace(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        x.mul_(torch.sigmoid(x))
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        s = torch.sigmoid(x)
        return g * (s + x * s * (1 - s))


class LeanBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.up = nn.Linear(dim, 2 * dim)
        self.down = nn.Linear(2 * dim, dim)

    def forward(self, x):
        return self.down(SwishInPlace.apply(self.up(x)))


torch.manual_seed(2633)
block = LeanBlock(2)
x = torch.randn(4, 2)
loss = (block(x) - x).pow(2).mean()
loss.backward()
