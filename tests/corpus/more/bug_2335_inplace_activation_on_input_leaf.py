import torch
import torch.nn as nn


class InplaceClip(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, limit):
        ctx.save_for_backward(x.abs() <= limit)
        ctx.mark_dirty(x)
        return x.clamp_(-limit, limit)

    @staticmethod
    def backward(ctx, grad):
        inside, = ctx.saved_tensors
        return grad * inside, None


class SoftClipper(nn.Module):
    def __init__(self, limit):
        super().__init__()
        self.limit = limit
        self.post = nn.Conv1d(1, 2, 3, padding=1)

    def forward(self, wave):
        return self.post(InplaceClip.apply(wave, self.limit))


torch.manual_seed(1135)
fx = SoftClipper(0.7)
signal = torch.randn(1, 1, 6, requires_grad=True)
loss = fx(signal).pow(2).mean()
loss.backward()
