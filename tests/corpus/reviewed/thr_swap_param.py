import torch
class Act(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lo = torch.nn.Parameter(torch.zeros(3))
        self.lin = torch.nn.Linear(3, 3)
    def forward(self, x):
        h = self.lin(x)
        return torch.where(h > self.lo, h, self.lo)
m = Act()
opt = torch.optim.SGD(m.parameters(), lr=0.1)
opt.zero_grad(); m(torch.randn(4, 3)).sum().backward(); opt.step()
assert m.lo.grad is not None
