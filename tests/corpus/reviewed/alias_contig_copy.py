import torch
w = torch.randn(3, 2, requires_grad=True)
h = (w * 2).t()
r = h.contiguous()
r *= 3
(h + r).sum().backward()
assert torch.allclose(w.grad, torch.full((3, 2), 8.0))
