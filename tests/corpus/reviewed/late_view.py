import torch
base = torch.randn(4)
v = base.view(2, 2)
mean = v.mean()
v.requires_grad_()
((v - mean) ** 2).sum().backward()
assert v.grad is not None
