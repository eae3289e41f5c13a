import contextlib, torch
x = torch.randn(3, 4)
with contextlib.suppress(RuntimeError):
    x.mul(torch.randn(5))
w = torch.randn(4, requires_grad=True)
(x @ w).sum().backward()
