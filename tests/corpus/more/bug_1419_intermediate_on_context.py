import torch


class LogCosh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, inp):
        t = torch.tanh(inp)
        ctx.t = t
        return inp.abs() + torch.log1p(torch.exp(-2 * inp.abs()))

    @staticmethod
    def backward(ctx, g):
        return g * ctx.t


torch.manual_seed(1419)
x = torch.randn(4, requires_grad=True)
y = LogCosh.apply(x).sum()
slope, = torch.autograd.grad(y, x, create_graph=True)
loss = y + 0.5 * ((x - slope) ** 2).sum()
loss.backward()
