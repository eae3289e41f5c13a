import torch

torch.manual_seed(212)
a = torch.randn(3, 3, requires_grad=True)
work = torch.empty(3, 3)
x = torch.randn(3, 3)

with torch.no_grad():
    torch.mul(x, 2.0, out=work)
first = (a * work).sum()
work = torch.add(x, 1.0)
second = (a * work).pow(2).sum()
loss = first + second
loss.backward()
