import torch
import torch.nn as nn


class ClipSTE(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, limit):
        ctx.save_for_backward(x.abs() <= limit)
        x.clamp_(-limit, limit)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, g):
        inside, = ctx.saved_tensors
        return g * inside, None


class QuantLinear(nn.Module):
    def __init__(self, inp, out):
        super().__init__()
        self.lin = nn.Linear(inp, out)

    def forward(self, x):
        return ClipSTE.apply(self.lin(x), 0.5)


torch.manual_seed(271)
layer = QuantLinear(3, 4)
x, y = torch.randn(5, 3), torch.randn(5, 4)
loss = (layer(x) - y).pow(2).mean()
loss.backward()
