import torch
class Axpy_(torch.autograd.Function):
    @staticmethod
    def forward(ctx, y, x, a):
        ctx.save_for_backward(x, a)
        y.add_(x * a)
        ctx.mark_dirty(y)
        return y
    @staticmethod
    def backward(ctx, g):
        x, a = ctx.saved_tensors
        return g, g * a, (g * x).sum()
w, x, a = torch.randn(3, requires_grad=True), torch.randn(3, requires_grad=True), torch.tensor(2.0, requires_grad=True)
Axpy_.apply(w * 1, x, a).sum().backward()
assert torch.allclose(a.grad, x.detach().sum())
