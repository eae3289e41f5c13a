import torch
class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, lambd):
        Reverse.lambd = lambd
        return x.view_as(x)
    @staticmethod
    def backward(ctx, g):
        return -Reverse.lambd * g, None
w = torch.randn(3, requires_grad=True)
a, b = Reverse.apply(w, 0.5), Reverse.apply(w * 2, 0.5)
(a + b).sum().backward()
assert torch.allclose(w.grad, torch.full((3,), -1.5))
