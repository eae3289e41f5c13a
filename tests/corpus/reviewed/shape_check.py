import torch
a, b = torch.randn(3), torch.randn(3)
try:
    torch.add(a, b)
except RuntimeError as e:
    raise ValueError("shapes do not fit") from e
w = torch.randn(3, requires_grad=True)
(a * w).sum().backward()
