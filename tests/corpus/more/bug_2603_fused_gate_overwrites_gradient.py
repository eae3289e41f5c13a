import torch
import torch.nn as nn


class FusedTanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.tanh(x)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        y, = ctx.saved_tensors
        grad.mul_(1 - y * y)
        return grad


class ResidualGate(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.skip = nn.Linear(dim, dim, bias=False)
        self.gate = nn.Linear(dim, dim, bias=False)

    def forward(self, x):
        straight = self.skip(x)
        return straight + FusedTanh.apply(self.gate(x))


torch.manual_seed(2632)
block = ResidualGate(2)
x = torch.randn(3, 2)
loss = block(x).pow(2).sum()
loss.backward()
