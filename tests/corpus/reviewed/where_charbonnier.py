import torch
r = torch.randn(5, requires_grad=True)
sq = r ** 2
s = sq + 1e-3
out = torch.where(sq > 1, torch.sqrt(s), sq)
out.sum().backward()
assert r.grad.isfinite().all()
