import torch
w = torch.nn.Parameter(torch.randn(3, 3))
x = torch.randn(4, 3)
mask = (w.abs() > 0.5).float()
(x @ (w * mask)).sum().backward()
assert w.grad is not None
