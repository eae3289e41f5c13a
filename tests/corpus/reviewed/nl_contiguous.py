import torch
x = torch.randn(3, requires_grad=True).contiguous()
(x ** 2).sum().backward()
assert x.grad is not None
