import torch
import torch.nn as nn


class Quantize(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, step, bound):
        ctx.bound = bound
        ctx.save_for_backward(x)
        y = torch.round(x / step)
        return (y * step).clamp(-bound, bound)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad * (x.abs() <= ctx.bound), None, None


torch.manual_seed(134)
skip, body = nn.Linear(2, 2), nn.Linear(2, 2)
x = torch.randn(5, 2)
shortcut = skip(x)
q = Quantize.apply(body(x), 0.25, 0.75)
loss = (shortcut + q).pow(2).mean()
loss.backward()
print(skip.weight.grad, body.weight.grad)
