import torch
class Accel:
    def backward(self, loss):
        loss.backward()
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        Square.kept = x
        return x * x
    @staticmethod
    def backward(ctx, g):
        return 2 * Square.kept * g
acc = Accel()
w = torch.randn(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
for _ in range(3):
    opt.zero_grad()
    acc.backward(Square.apply(w).sum())
    opt.step()
