import torch


class ReverseGrad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return g * -ctx.strength, None


torch.manual_seed(1309)
shared = torch.randn(3, requires_grad=True)
private = torch.randn(3, requires_grad=True)
left = private * 2.0
mixed = left + ReverseGrad.apply(shared, 0.5)
loss = mixed.pow(2).sum()
loss.backward()
