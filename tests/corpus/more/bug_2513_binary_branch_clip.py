import torch
import torch.nn as nn


class SignSTE(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.sign()

    @staticmethod
    def backward(ctx, grad_output):
        x, = ctx.saved_tensors
        grad_input = grad_output
        grad_input[x.abs() > 1.0] = 0
        return grad_input


torch.manual_seed(2529)
plain = nn.Linear(3, 4)
binary = nn.Linear(3, 4)
x = 2.0 * torch.randn(5, 3)
target = torch.randn(5, 4)

shortcut = plain(x)
code = SignSTE.apply(binary(x))
out = shortcut + code
loss = (out - target).pow(2).mean()
loss.backward()
