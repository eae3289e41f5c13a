import torch
class Step(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (x > 0).float()
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * (x.abs() < 1)
class Lif(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.thr = torch.nn.Parameter(torch.tensor(0.5))
        self.lin = torch.nn.Linear(3, 3)
    def forward(self, x):
        return Step.apply(self.lin(x) - self.thr)
m = Lif()
opt = torch.optim.SGD(m.parameters(), lr=0.1)
opt.zero_grad(); m(torch.randn(4, 3)).sum().backward(); opt.step()
assert m.thr.grad is not None
