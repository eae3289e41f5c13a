import torch
base = torch.randn(4)
v = base.view(2, 2)
v.requires_grad_()
(v ** 2).sum().backward()
assert v.grad is not None
