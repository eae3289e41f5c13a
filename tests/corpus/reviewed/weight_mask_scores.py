import torch
class Hard(torch.autograd.Function):
    @staticmethod
    def forward(ctx, s, k):
        return (s > k).float()
    @staticmethod
    def backward(ctx, g):
        return g, None
scores = torch.nn.Parameter(torch.randn(3, 3))
w = torch.randn(3, 3)
(torch.randn(4, 3) @ (w * Hard.apply(scores, 0.0))).sum().backward()
assert scores.grad is not None
