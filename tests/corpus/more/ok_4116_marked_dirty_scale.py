import torch
from torch import nn
from torch.autograd import Function


class ScaleInPlace(Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        x.mul_(factor)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None


class Temper(nn.Module):
    def __init__(self, temperature):
        super().__init__()
        self.temperature = temperature

    def forward(self, logits):
        return ScaleInPlace.apply(logits, 1.0 / self.temperature)


torch.manual_seed(416)
lin = nn.Linear(3, 4)
logits = Temper(2.0)(lin(torch.randn(5, 3)))
loss = nn.functional.cross_entropy(logits, torch.tensor([0, 1, 2, 3, 0]))
loss.backward()
