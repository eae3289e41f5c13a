import torch
import torch.nn as nn


class Temperature(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x *= 2.0
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * 2.0


torch.manual_seed(1009)
fc = nn.Linear(3, 2)
h = torch.tanh(fc(torch.randn(4, 3)))
logits = Temperature.apply(h)
loss = logits.logsumexp(dim=1).mean()
loss.backward()
