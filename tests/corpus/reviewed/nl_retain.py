import torch
x = torch.randn(3, requires_grad=True) * 2
x.retain_grad()
(x ** 2).sum().backward()
assert x.grad is not None
