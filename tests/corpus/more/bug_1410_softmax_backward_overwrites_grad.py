import torch
import torch.nn as nn


class ScaledSoftmax(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        y = torch.softmax(x * scale, dim=-1)
        ctx.save_for_backward(y)
        ctx.scale = scale
        return y

    @staticmethod
    def backward(ctx, g):
        y, = ctx.saved_tensors
        dot = (g * y).sum(-1, keepdim=True)
        g.sub_(dot).mul_(y).mul_(ctx.scale)
        return g, None


torch.manual_seed(1410)
proj = nn.Linear(3, 4)
target = torch.randn(2, 4)
scores = proj(torch.randn(2, 3))
probs = ScaledSoftmax.apply(scores, 0.7)
loss = ((probs + scores) - target).pow(2).sum()
loss.backward()
