import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = torch.nn.Linear(3, 3), torch.nn.Linear(3, 3)
    def forward(self, x):
        names = iter(["a", "b"])
        x = getattr(self, next(names))(x)
        return getattr(self, next(names))(x)
m = M()
opt = torch.optim.SGD(m.parameters(), lr=0.1)
opt.zero_grad(); m(torch.randn(2, 3)).sum().backward(); opt.step()
assert m.a.weight.grad is not None and m.b.weight.grad is not None
