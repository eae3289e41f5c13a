import torch
class Id(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        Id.shape = tuple(x.shape)
        return x * 2
    @staticmethod
    def backward(ctx, g):
        assert g.shape == Id.shape
        return g * 2
w = torch.randn(3, requires_grad=True)
(Id.apply(w) + Id.apply(w)).sum().backward()
assert torch.allclose(w.grad, torch.full((3,), 4.0))
