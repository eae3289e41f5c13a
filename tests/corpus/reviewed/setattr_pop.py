import torch
class M(torch.nn.Module):
    def __init__(self, names):
        super().__init__()
        names = list(names)
        while names:
            setattr(self, names.pop(), torch.nn.Linear(3, 3))
    def forward(self, x):
        return self.b(self.a(x))
m = M(["a", "b"])
opt = torch.optim.SGD(m.parameters(), lr=0.1)
opt.zero_grad(); m(torch.randn(2, 3)).sum().backward(); opt.step()
