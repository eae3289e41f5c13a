"""GELU four ways: plain, in place, in place one step too far, and with a derivative by hand."""

import torch

C = 0.7978845608028654  # sqrt(2 / pi)


def plain(x):
    """Compute it step by step, a new tensor each."""
    inner = C * (x + 0.044715 * x**3)
    return 0.5 * x * (1 + torch.tanh(inner))


def in_place(x):
    """Write where nothing is kept."""
    inner = (x**3).mul_(0.044715).add_(x).mul_(C)
    return x * (1 + torch.tanh(inner)).mul_(0.5)


def too_far(x):
    """Write into the result of tanh, which tanh keeps."""
    inner = C * (x + 0.044715 * x**3)
    return x * torch.tanh(inner).add_(1).mul_(0.5)


class _ByHand(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        tanh = torch.tanh(C * (x + 0.044715 * x**3))
        ctx.save_for_backward(x, tanh)
        return 0.5 * x * (1 + tanh)

    @staticmethod
    def backward(ctx, grad):
        x, tanh = ctx.saved_tensors
        inner = C * (1 + 0.044715 * x**2)  # the 3 of the power rule is missing
        return grad * (0.5 * (1 + tanh) + 0.5 * x * (1 - tanh**2) * inner)


def by_hand(x):
    """Keep less, with a derivative of one's own."""
    return _ByHand.apply(x)
