import torch


class SoftShrink(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, lam):
        keep = (x.abs() > lam).to(x.dtype)
        ctx.save_for_backward(keep)
        return (x - lam * x.sign()) * keep

    @staticmethod
    def backward(ctx, grad):
        (keep,) = ctx.saved_tensors
        return keep * grad, None


def task_gradients(code, weights):
    shrunk = SoftShrink.apply(code, 0.3)
    grads = []
    for w in weights:
        task = (shrunk * w).square().sum()
        grads.append(torch.autograd.grad(task, code, retain_graph=True)[0])
    return grads


torch.manual_seed(37)
code = torch.randn(6, requires_grad=True)
weights = torch.rand(2, 6)
per_task = task_gradients(code, weights)
balance = per_task[0].norm() / per_task[1].norm()
