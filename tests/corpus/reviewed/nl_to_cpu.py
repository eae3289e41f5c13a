import torch
x = torch.randn(3, requires_grad=True).to("cpu")
(x ** 2).sum().backward()
assert x.grad is not None
