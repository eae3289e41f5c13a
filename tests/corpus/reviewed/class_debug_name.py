import torch
class Id(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, name):
        ctx.name = name
        Id.last = name
        return x * 2
    @staticmethod
    def backward(ctx, g):
        print("backward of", ctx.name, "; last forward was", Id.last)
        return g * 2, None
w = torch.randn(3, requires_grad=True)
(Id.apply(w, "a") + Id.apply(w, "b")).sum().backward()
