import torch


class Shrink(torch.autograd.Function):
    @staticmethod
    def forward(ctx, code, lam):
        active = code.abs() > lam
        ctx.save_for_backward(active)
        ctx.mark_dirty(code)
        code.sub_(lam * code.sign()).mul_(active)
        return code

    @staticmethod
    def backward(ctx, grad):
        active, = ctx.saved_tensors
        return grad * active, None


torch.manual_seed(2310)
dictionary = torch.randn(4, 6, requires_grad=True)
signal = torch.randn(3, 4)
code = torch.zeros(3, 6)
for _ in range(3):
    residual = signal - code @ dictionary.T
    code = Shrink.apply(code + 0.1 * residual @ dictionary, 0.05)
loss = (signal - code @ dictionary.T).pow(2).mean()
loss.backward()
