import torch
import torch.nn as nn


class DropChannels(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, keep):
        ctx.save_for_backward(keep)
        return x * keep

    @staticmethod
    def backward(ctx, grad):
        keep, = ctx.saved_tensors
        return grad * keep, None


class Excite(nn.Module):
    def __init__(self, squeeze, p=0.5):
        super().__init__()
        self.squeeze, self.p = squeeze, p

    def forward(self, x):
        gate = torch.sigmoid(self.squeeze(x))
        keep = (torch.rand(gate.shape[-1]) > self.p).float() / (1 - self.p)
        return x * DropChannels.apply(gate, keep)


torch.manual_seed(2530)
squeeze = nn.Linear(4, 4)
block = Excite(squeeze)
loss = block(torch.randn(3, 4)).pow(2).sum()
loss.backward()
