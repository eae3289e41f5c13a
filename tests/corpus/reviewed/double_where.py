import torch
def log_or_zero(v):
    return torch.log(v)
x = torch.tensor([0.0, 1.0, 2.0], requires_grad=True)
ok = x > 0
safe = torch.where(ok, x, torch.ones_like(x))
y = torch.where(ok, log_or_zero(safe), torch.zeros_like(x))
y.sum().backward()
assert x.grad.isfinite().all()
