import torch
import torch.nn as nn


class ReversibleBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.f = nn.Sequential(nn.Linear(dim, dim), nn.Tanh())
        self.g = nn.Sequential(nn.Linear(dim, dim), nn.Tanh())

    def forward(self, x):
        x1, x2 = x.chunk(2, dim=1)
        with torch.no_grad():
            y1 = x1 + self.f(x2)
            y2 = x2 + self.g(y1)
        return torch.cat([y1, y2], dim=1)

    def backward_pass(self, y, dy):
        y1, y2 = y.chunk(2, dim=1)
        dy1, dy2 = dy.chunk(2, dim=1)
        with torch.enable_grad():
            y1 = y1.detach().requires_grad_()
            gy1 = self.g(y1)
            torch.autograd.backward(gy1, dy2)
        with torch.no_grad():
            x2 = y2 - gy1
            dx1 = dy1 + y1.grad
            y1.grad = None
        with torch.enable_grad():
            x2.requires_grad_()
            fx2 = self.f(x2)
            torch.autograd.backward(fx2, dx1)
        with torch.no_grad():
            x1 = y1 - fx2
            dx2 = dy2 + x2.grad
            x2.grad = None
        return torch.cat([x1, x2.detach()], dim=1), torch.cat([dx1, dx2], dim=1)


class ReversibleFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, blocks):
        for block in blocks:
            x = block(x)
        ctx.y = x.detach()
        ctx.blocks = blocks
        return x

    @staticmethod
    def backward(ctx, dy):
        y = ctx.y
        del ctx.y
        for block in reversed(ctx.blocks):
            y, dy = block.backward_pass(y, dy)
        return dy, None


class RevNet(nn.Module):
    def __init__(self, dim=2, depth=3):
        super().__init__()
        self.stem = nn.Linear(3, 2 * dim)
        self.blocks = nn.ModuleList([ReversibleBlock(dim) for _ in range(depth)])
        self.head = nn.Linear(2 * dim, 1)

    def forward(self, x):
        return self.head(ReversibleFunction.apply(self.stem(x), self.blocks))


torch.manual_seed(30)
model = RevNet()
x, y = torch.randn(5, 3), torch.randn(5, 1)
loss = nn.functional.mse_loss(model(x), y)
loss.backward()
