import torch
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        Square.kept = x
        return x * x
    @staticmethod
    def backward(ctx, g):
        return 2 * Square.kept * g
w = torch.randn(3, requires_grad=True)
for v in (1.0, 2.0):
    x = w * v
    g, = torch.autograd.grad(Square.apply(x).sum(), w)
    assert torch.allclose(g, 2 * v * v * w.detach())
