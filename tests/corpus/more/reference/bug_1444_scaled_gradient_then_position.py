import torch
import torch.nn as nn


class GradMultiply(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.scale, None


torch.manual_seed(1444)
encoder = nn.Linear(3, 4)
positions = torch.randn(5, 4)
src = torch.randn(5, 3)

memory = GradMultiply.apply(encoder(src), 0.5)
memory = memory + positions
loss = torch.logsumexp(memory, dim=0).sum()
loss.backward()
