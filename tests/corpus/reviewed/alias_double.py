import torch
w = torch.randn(3, requires_grad=True)
h = w * 2
r = h.to(torch.float64)
r *= 3
(h + r).sum().backward()
assert torch.allclose(w.grad, torch.full((3,), 8.0))
