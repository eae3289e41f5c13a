import torch
y = (x := torch.randn(3, requires_grad=True)) * 2
y.sum().backward()
assert x.grad is not None
