import torch
import torch.nn as nn


class BinActive(torch.autograd.Function):
    inside = None

    @staticmethod
    def forward(ctx, x):
        BinActive.inside = (x.abs() < 1).to(x.dtype)
        return x.sign()

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * BinActive.inside


torch.manual_seed(2108)
first = nn.Linear(4, 4)
second = nn.Linear(4, 4)
readout = nn.Linear(4, 1)
x = torch.randn(5, 4) * 2

h = BinActive.apply(first(x))
h = BinActive.apply(second(h))
loss = readout(h).pow(2).mean()
loss.backward()
