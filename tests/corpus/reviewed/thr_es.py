import torch
class Gate(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.thr = torch.nn.Parameter(torch.zeros(3))   # searched by evolution below
        self.lin = torch.nn.Linear(3, 3)
    def forward(self, x):
        h = self.lin(x)
        return h * (h > self.thr).float()
m = Gate()
x = torch.randn(4, 3)
opt = torch.optim.SGD(m.lin.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad(); m(x).pow(2).sum().backward(); opt.step()
    old = m.thr.data.clone()
    score = m(x).pow(2).sum().item()
    m.thr.data = old + 0.1 * torch.randn(3)
    if m(x).pow(2).sum().item() > score:
        m.thr.data = old
