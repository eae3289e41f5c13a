import torch
def lifted(y, x=2.0):
    return torch.log(y + x)
x = torch.tensor([0.0, 1.0, -5.0], requires_grad=True)
s = x.abs()
torch.where(x > 0, lifted(s), s).sum().backward()
assert x.grad.isfinite().all()
