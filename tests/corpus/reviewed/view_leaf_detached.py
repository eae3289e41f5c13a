import torch
w = torch.randn(4, requires_grad=True)
v = w.detach().view(2, 2).requires_grad_()
(v ** 2).sum().backward()
assert v.grad is not None
