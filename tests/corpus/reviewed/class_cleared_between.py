import torch
class Sq(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        Sq.kept = x
        return x * x
    @staticmethod
    def backward(ctx, g):
        return 2 * Sq.kept * g
w = torch.randn(3, requires_grad=True)
for _ in range(2):
    y = Sq.apply(w)
    torch.autograd.backward(y.sum())
    print(Sq.kept.norm())
    w.grad = None
