import torch


class KeepStrongest(torch.autograd.Function):
    @staticmethod
    def forward(ctx, h, k):
        weakest = h.abs().argsort(dim=1)[:, :-k]
        ctx.save_for_backward(weakest)
        return h.scatter(1, weakest, 0.0)

    @staticmethod
    def backward(ctx, grad):
        weakest, = ctx.saved_tensors
        return grad.scatter(1, weakest, 0.0), None


torch.manual_seed(632)
x = torch.randn(2, 4, requires_grad=True)
h = x * 1.5
skip = h + KeepStrongest.apply(h, 2)
score = torch.randn(2, 4)
loss = (skip * score).sum()
loss.backward()
