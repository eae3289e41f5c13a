import torch
import torch.nn as nn


class Rectify(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x > 0)
        return x.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):
        (alive,) = ctx.saved_tensors
        grad_output[~alive] = 0
        return grad_output


torch.manual_seed(45)
lin = nn.Linear(3, 3)
skip = nn.Linear(3, 3)
x, y = torch.randn(4, 3), torch.randn(4, 3)
h = torch.tanh(lin(x))
out = h + Rectify.apply(skip(h))
loss = (out - y).pow(2).sum()
loss.backward()
