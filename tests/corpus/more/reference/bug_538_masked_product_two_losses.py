import torch


class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, keep):
        ctx.save_for_backward(keep)
        return x * keep

    @staticmethod
    def backward(ctx, grad):
        (keep,) = ctx.saved_tensors
        return keep.mul(grad), None


def make_keep(p, shape):
    return torch.bernoulli(torch.full(shape, p)) / p


torch.manual_seed(50)
w = torch.randn(4, requires_grad=True)
x = torch.randn(3, 4)
gated = Gate.apply(x * w, make_keep(0.7, (3, 4)))
fit = (gated.sum(1) - 1.0).pow(2).mean()
spread = gated.var(0).sum()
fit.backward(retain_graph=True)
spread.backward()
