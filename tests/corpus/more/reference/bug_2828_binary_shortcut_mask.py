import torch
import torch.nn as nn


class BinaryActivation(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.sign()

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        grad_output = grad_output.masked_fill(x.abs() > 1, 0)
        return grad_output


class BiRealBlock(nn.Module):
    def __init__(self, ch):
        super().__init__()
        self.scale = nn.Parameter(torch.linspace(0.5, 1.5, ch))

    def forward(self, x):
        h = x * self.scale
        return BinaryActivation.apply(h) + h


torch.manual_seed(528)
block = BiRealBlock(4)
x = torch.randn(3, 4) * 1.5
loss = (block(x) - 0.3).pow(2).sum()
loss.backward()
