import torch
import torch.nn as nn


class ClippedReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, cap):
        ctx.save_for_backward(x)
        ctx.cap = cap
        return x.clamp(0.0, cap)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x >= 0) & (x <= ctx.cap)
        return grad * inside, None


class ConvClip(nn.Sequential):
    def forward(self, x):
        return ClippedReLU.apply(super().forward(x), 0.6)


torch.manual_seed(529)
conv = nn.Conv1d(1, 2, 3)
net = ConvClip(conv)
wave = torch.randn(2, 1, 8)
loss = net(wave).pow(2).mean()
loss.backward()
