import torch
import torch.nn as nn
from torch.autograd.function import once_differentiable


class Fourier(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, freq):
        ctx.save_for_backward(x, freq)
        return torch.sin(x @ freq)

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        x, freq = ctx.saved_tensors
        inner = g * torch.cos(x @ freq)
        return inner @ freq.T, x.T @ inner


torch.manual_seed(1821)
freq = nn.Parameter(torch.randn(2, 4))
head = nn.Linear(4, 1)
points = torch.randn(5, 2, requires_grad=True)
sdf = head(torch.tanh(Fourier.apply(points, freq)))
normals, = torch.autograd.grad(sdf.sum(), points, create_graph=True)
eikonal = (normals.norm(dim=1) - 1).pow(2).mean()
loss = sdf.abs().mean() + 0.1 * eikonal
loss.backward()
