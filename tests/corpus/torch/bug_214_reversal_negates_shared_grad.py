import torch
import torch.nn as nn


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, lam):
        ctx.lam = lam
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.neg_().mul_(ctx.lam), None


class DomainNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.skip = nn.Linear(3, 2)
        self.domain = nn.Linear(2, 2)

    def forward(self, feat, raw, lam):
        return self.domain(self.skip(raw) + Reverse.apply(feat, lam))


torch.manual_seed(349)
feature = nn.Linear(3, 2)
dann = DomainNet()
x, d = torch.randn(5, 3), torch.tensor([0, 1, 1, 0, 1])
f = feature(x)
loss = nn.functional.cross_entropy(dann(f, x + f.mean(), 0.7), d)
loss.backward()
print(feature.weight.grad, dann.skip.weight.grad)
