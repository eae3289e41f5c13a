import torch
import torch.nn as nn
import torch.nn.functional as F


class ScaleLogits(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        return x * scale

    @staticmethod
    def backward(ctx, grad_output):
        grad_output *= ctx.scale
        return grad_output, None


torch.manual_seed(1510)
fc = nn.Linear(3, 4)
x, y = torch.randn(5, 3), torch.tensor([0, 3, 1, 2, 0])
raw = fc(x)
logits = ScaleLogits.apply(raw, 2.0) + raw
loss = F.cross_entropy(logits, y)
loss.backward()
