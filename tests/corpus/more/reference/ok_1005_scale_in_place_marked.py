import torch
import torch.nn as nn


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 3.0

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * 3.0


torch.manual_seed(2005)
fc = nn.Linear(3, 2)
logits = Scale.apply(fc(torch.randn(4, 3)))
loss = logits.logsumexp(dim=1).mean()
loss.backward()
