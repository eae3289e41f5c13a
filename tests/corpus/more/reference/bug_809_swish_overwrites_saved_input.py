import torch
import torch.nn as nn


class SwishJitLess(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad_output):
        x, = ctx.saved_tensors
        s = torch.sigmoid(x)
        return grad_output * (s * (1 + x * (1 - s)))


torch.manual_seed(810)
stem = nn.Linear(2, 3)
head = nn.Linear(3, 1)
x = torch.randn(4, 2)
loss = head(SwishJitLess.apply(stem(x))).pow(2).mean()
loss.backward()
