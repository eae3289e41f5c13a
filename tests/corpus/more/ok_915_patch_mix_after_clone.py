import torch
import torch.nn as nn


class Passthrough(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return g


torch.manual_seed(9915)
stem = nn.Linear(3, 3)
learned = nn.Parameter(torch.randn(3))
mask = torch.tensor([1.0, 0.0, 1.0])
x = Passthrough.apply(stem(torch.randn(2, 3))).clone()
for row in range(2):
    x[row] = x[row] * mask + learned * (1 - mask)
loss = torch.tanh(x).sum()
loss.backward()
