import torch
def rate(x):
    return torch.log(x)
z = torch.randn(4, requires_grad=True)
x = torch.nn.functional.softplus(z) + 0.1
torch.where(x > 1, rate(x), x - 1).sum().backward()
assert z.grad.isfinite().all()
