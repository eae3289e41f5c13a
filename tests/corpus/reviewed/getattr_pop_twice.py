import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = torch.nn.Linear(3, 3), torch.nn.Linear(3, 3)
    def forward(self, x):
        todo = ["b", "a"]
        h = getattr(self, todo.pop())(x)
        h = getattr(self, todo.pop())(h)
        assert not todo
        return h
m = M()
opt = torch.optim.SGD(m.parameters(), lr=0.1)
opt.zero_grad(); m(torch.randn(2, 3)).sum().backward(); opt.step()
