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
for epoch in range(2):
    Sq.apply(w).sum().backward()
    w.grad = None
    val = Sq.apply(w).sum().item()
    print(val)
