import torch
x = torch.rand(5, requires_grad=True)
y = x * 3 + 2
out = torch.where(x > 0.5, y.sqrt(), y)
out.sum().backward()
assert x.grad.isfinite().all()
