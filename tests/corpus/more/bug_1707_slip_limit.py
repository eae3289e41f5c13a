import torch
from torch.autograd import Function


class SlipLimit(Function):
    @staticmethod
    def forward(ctx, tangential, limit):
        ctx.save_for_backward(tangential.abs() > limit)
        return tangential.clamp(-limit, limit)

    @staticmethod
    def backward(ctx, grad):
        (sliding,) = ctx.saved_tensors
        grad[sliding] = 0.0
        return grad, None


def contact_force(stretch, shear, k_n, k_t):
    normal = k_n * stretch
    friction = SlipLimit.apply(k_t * shear, 0.4)
    return normal + friction


torch.manual_seed(1707)
k_n = torch.tensor([2.0, 1.5, 1.0, 3.0], requires_grad=True)
k_t = torch.tensor([1.0, 1.2, 0.7, 0.9], requires_grad=True)
force = contact_force(torch.rand(4), torch.randn(4), k_n, k_t)
target = torch.tensor([0.5, 0.2, 0.1, 1.0])
loss = (force - target).pow(2).sum()
loss.backward()
