import torch
import torch.nn as nn


class MaskedScale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, mask, keep):
        mask.bernoulli_(keep).div_(keep)
        ctx.save_for_backward(mask)
        return x * mask

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return grad * mask, None, None


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc1 = nn.Linear(width, width)
        self.fc2 = nn.Linear(width, width)
        self.register_buffer("mask", torch.ones(width), persistent=False)

    def forward(self, x):
        x = MaskedScale.apply(torch.relu(self.fc1(x)), self.mask, 0.7)
        return MaskedScale.apply(torch.relu(self.fc2(x)), self.mask, 0.7)


torch.manual_seed(3106)
net = Net(4)
loss = net(torch.randn(3, 4)).pow(2).sum()
loss.backward()
