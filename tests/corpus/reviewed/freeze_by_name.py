import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = torch.nn.Linear(3, 3), torch.nn.Linear(3, 1)
    def forward(self, x):
        return self.head(self.body(x).relu())
m = M()
for n, p in m.named_parameters():
    p.requires_grad = n.startswith("head")
opt = torch.optim.SGD([p for p in m.parameters() if p.requires_grad], lr=0.1)
for _ in range(2):
    opt.zero_grad(); m(torch.randn(2, 3)).sum().backward(); opt.step()
