import torch
x = torch.tensor([0.0, 1.0, 2.0], requires_grad=True)
ok = x > 0
d = x * 2.0
d = torch.where(ok, d, torch.ones_like(d))
y = torch.where(ok, torch.sqrt(d), torch.zeros_like(x))
y.sum().backward()
assert x.grad.isfinite().all()
