import torch
x = torch.rand(5, requires_grad=True)
e = x * x
d = 1.0 + e
out = torch.where(e < 0.5, e / 2, torch.sqrt(d) - 0.5)
out.sum().backward()
assert x.grad.isfinite().all()
