import torch
class Gate(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.thr = torch.nn.Parameter(torch.zeros(3))
    def forward(self, x):
        soft = torch.sigmoid(x - self.thr)
        hard = (x > self.thr).float()
        mask = hard + soft - soft.detach()
        return x * mask
m = Gate()
opt = torch.optim.SGD(m.parameters(), lr=0.1)
opt.zero_grad(); m(torch.randn(4, 3)).sum().backward(); opt.step()
assert m.thr.grad is not None
