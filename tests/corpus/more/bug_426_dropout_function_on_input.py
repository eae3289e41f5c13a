import torch


class InPlaceDrop(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, keep):
        x.mul_(keep)
        ctx.mark_dirty(x)
        ctx.save_for_backward(keep)
        return x

    @staticmethod
    def backward(ctx, g):
        keep, = ctx.saved_tensors
        return g * keep, None


torch.manual_seed(4041)
patch = torch.randn(2, 3, requires_grad=True)
keep = (torch.rand(2, 3) > 0.3).float() / 0.7
dropped = InPlaceDrop.apply(patch, keep)
loss = torch.sin(dropped).sum()
loss.backward()
