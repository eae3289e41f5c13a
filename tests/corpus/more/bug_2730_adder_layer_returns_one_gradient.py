import torch
import torch.nn as nn


class Adder(torch.autograd.Function):
    @staticmethod
    def forward(ctx, weight, cols):
        ctx.save_for_backward(weight, cols)
        return -(weight.unsqueeze(0) - cols.unsqueeze(1)).abs().sum(2)

    @staticmethod
    def backward(ctx, grad_output):
        weight, cols = ctx.saved_tensors
        sign = torch.sign(cols.unsqueeze(1) - weight.unsqueeze(0))
        grad_weight = (sign * grad_output.unsqueeze(2)).sum(0)
        grad_cols = -(sign * grad_output.unsqueeze(2)).sum(1)
        return grad_weight


class AdderLinear(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(cout, cin))

    def forward(self, x):
        return Adder.apply(self.weight, x)


torch.manual_seed(2730)
stem, adder = nn.Linear(2, 3), AdderLinear(3, 2)
loss = adder(stem(torch.randn(4, 2))).mean()
loss.backward()
