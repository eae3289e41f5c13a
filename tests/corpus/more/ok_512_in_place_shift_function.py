import torch


class ShiftScale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, shift, scale):
        ctx.scale = scale
        ctx.mark_dirty(x)
        return x.add_(shift).mul_(scale)

    @staticmethod
    def backward(ctx, grad):
        g = grad * ctx.scale
        return g, g.sum(0), None


torch.manual_seed(51)
w = torch.randn(3, 2, requires_grad=True)
shift = torch.randn(2, requires_grad=True)
x = torch.randn(4, 3)
h = x @ w
ShiftScale.apply(h, shift, 0.5)
loss = h.sin().sum()
loss.backward()
print(shift.grad)
