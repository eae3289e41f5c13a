import torch
class Sq_(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x.clone())
        x.mul_(x)
        ctx.mark_dirty(x)
        return x
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 2 * g * x
w = torch.randn(3, requires_grad=True)
Sq_.apply(w * 1).sum().backward()
assert torch.allclose(w.grad, 2 * w.detach())
