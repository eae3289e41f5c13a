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
print("before", Square.apply(w).sum().item())
Square.apply(w).sum().backward()
assert torch.allclose(w.grad, 2 * w.detach())
