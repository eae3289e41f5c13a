import torch


class SquaredSine(torch.autograd.Function):
    @staticmethod
    def forward(ctx, inp):
        s = torch.sin(inp)
        ctx.save_for_backward(inp)
        return s ** 2

    @staticmethod
    def backward(ctx, g):
        inp, = ctx.saved_tensors
        return g * 2 * torch.sin(inp) * torch.cos(inp)


torch.manual_seed(1319)
w = torch.randn(3, requires_grad=True)
x = torch.linspace(0.1, 0.9, 4)[:, None].requires_grad_()
u = SquaredSine.apply(x * w).sum(1)
u_x = torch.autograd.grad(u.sum(), x, create_graph=True)[0]
loss = (u_x - 1.0).pow(2).mean()
loss.backward()
