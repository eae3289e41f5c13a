import torch
class Surrogate(torch.autograd.Function):
    alpha = 2.0
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (x > 0).float()
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g / (1 + Surrogate.alpha * x.abs()) ** 2
w = torch.randn(3, requires_grad=True)
(Surrogate.apply(w) + Surrogate.apply(w - 1)).sum().backward()
