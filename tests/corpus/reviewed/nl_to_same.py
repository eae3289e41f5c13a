import torch
x = torch.randn(3, requires_grad=True).to(torch.float32)
(x ** 2).sum().backward()
assert x.grad is not None
