import torch
import torch.nn as nn


class Code(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.sign(x)

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * (1 - torch.tanh(x) ** 2)


torch.manual_seed(1620)
layer = nn.Linear(3, 4)
decode = nn.Linear(4, 3)
x = torch.randn(5, 3)
loss = (decode(Code.apply(layer(x))) - x).pow(2).mean()
loss.backward()
