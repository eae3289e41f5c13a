import torch
class Sq(torch.autograd.Function):
    @staticmethod
    def forward(x):
        Sq.n = x.shape[0]
        return x * x
    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        assert Sq.n == g.shape[0]
        return 2 * x * g
w = torch.randn(3, requires_grad=True)
(Sq.apply(w) + Sq.apply(w + 1)).sum().backward()
assert torch.allclose(w.grad, 4 * w.detach() + 2)
