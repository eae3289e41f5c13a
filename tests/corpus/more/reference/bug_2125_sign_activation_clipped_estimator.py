import torch
import torch.nn as nn


class BinaryActivation(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.sign()

    @staticmethod
    def backward(ctx, grad_output):
        x, = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[x.ge(1)] = 0
        grad_input[x.le(-1)] = 0
        return grad_input


class BiRealBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)

    def forward(self, x):
        h = self.fc(x)
        return h + BinaryActivation.apply(h)


torch.manual_seed(9)
block = BiRealBlock(4)
x = 3 * torch.randn(5, 4)
loss = (block(x) - 1.0).pow(2).mean()
loss.backward()
