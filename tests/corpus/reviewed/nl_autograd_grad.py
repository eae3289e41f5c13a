import torch
x = torch.randn(3, requires_grad=True) * 2
g, = torch.autograd.grad((x ** 2).sum(), x)
assert g is not None
