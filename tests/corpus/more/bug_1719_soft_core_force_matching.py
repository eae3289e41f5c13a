import torch
from torch.autograd import Function


class SoftCore(Function):
    @staticmethod
    def forward(ctx, r):
        gate = torch.sigmoid(r)
        ctx.save_for_backward(gate)
        return torch.log1p(torch.exp(r))

    @staticmethod
    def backward(ctx, g):
        (gate,) = ctx.saved_tensors
        return g * gate


def forces(pos, radius, strength):
    gap = radius - (pos[1:] - pos[:-1])
    energy = (strength * SoftCore.apply(gap)).sum()
    return -torch.autograd.grad(energy, pos, create_graph=True)[0]


torch.manual_seed(1719)
pos = torch.cumsum(torch.rand(5), 0).requires_grad_()
radius = torch.tensor(0.6, requires_grad=True)
strength = torch.tensor(1.3, requires_grad=True)
target = torch.randn(5)
loss = (forces(pos, radius, strength) - target).pow(2).mean() + 0.01 * radius ** 2
loss.backward()
