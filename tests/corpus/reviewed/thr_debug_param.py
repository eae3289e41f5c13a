import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(3, 3)
        self.aux = torch.nn.Parameter(torch.zeros(3))   # trained in the second phase
    def forward(self, x, phase=1):
        h = self.lin(x)
        if phase == 1:
            return h * (h > self.aux).float()
        return h * torch.sigmoid(h - self.aux)
m = Net()
opt = torch.optim.SGD(m.parameters(), lr=0.1)
opt.zero_grad(); m(torch.randn(4, 3)).sum().backward(); opt.step()
opt.zero_grad(); m(torch.randn(4, 3), phase=2).sum().backward(); opt.step()
assert m.aux.grad is not None
