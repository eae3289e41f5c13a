import torch
w = torch.randn(3, requires_grad=True)
h = w * 2
ref = torch.zeros(1, dtype=torch.float64)
r = h.type_as(ref)
r *= 3
(h + r).sum().backward()
assert torch.allclose(w.grad, torch.full((3,), 8.0))
