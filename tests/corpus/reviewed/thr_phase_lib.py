import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(3, 3)
        self.aux = torch.nn.Parameter(torch.zeros(3))
    def forward(self, x):
        h = self.lin(x)
        if self.training:
            return h * torch.sigmoid(h - self.aux)
        return h * (h > self.aux).float()
m = Net()
opt = torch.optim.SGD(m.parameters(), lr=0.1)
opt.zero_grad(); m(torch.randn(4, 3)).sum().backward(); opt.step()
m.eval()
x = torch.randn(4, 3, requires_grad=True)
m(x).sum().backward()
