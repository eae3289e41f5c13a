import torch
import torch.nn as nn


class ScaleGrad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return g * ctx.factor, None


torch.manual_seed(339)
stem = nn.Linear(3, 4)
position = torch.randn(4)
h = ScaleGrad.apply(stem(torch.randn(2, 3)), 0.1)
h += position
loss = torch.relu(h).sum()
loss.backward()
