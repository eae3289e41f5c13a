import torch
class Gate(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.thr = torch.nn.Parameter(torch.zeros(3))
        self.lin = torch.nn.Linear(3, 3)
    def forward(self, x):
        h = self.lin(x)
        return h * (h > self.thr).float()
m = Gate()
m.thr.requires_grad = False
opt = torch.optim.SGD([p for p in m.parameters() if p.requires_grad], lr=0.1)
opt.zero_grad(); m(torch.randn(4, 3)).sum().backward(); opt.step()
