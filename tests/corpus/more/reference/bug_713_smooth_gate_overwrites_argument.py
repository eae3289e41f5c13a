import torch
import torch.nn as nn


class CubicGate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x.clone())
        return x.pow(3)

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return 3 * x ** 2 * grad


torch.manual_seed(713)
fc = nn.Linear(2, 2)
x = torch.randn(3, 2)
h = torch.sigmoid(fc(x))
loss = CubicGate.apply(h).sum()
loss.backward()
