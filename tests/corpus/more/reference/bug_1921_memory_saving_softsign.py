import torch
import torch.nn as nn


class SoftSign(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        x = x / (1.0 + x.abs())
        return x

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return grad / (1.0 + x.abs()).pow(2)


torch.manual_seed(327)
net = nn.ModuleList([nn.Linear(3, 4), nn.Linear(4, 1)])
h = torch.randn(5, 3)
for i, layer in enumerate(net):
    h = layer(h)
    if i + 1 < len(net):
        h = SoftSign.apply(h)
loss = h.pow(2).mean()
loss.backward()
