import torch
w = torch.randn(3, requires_grad=True)
h = (w * 2).half()
r = h.float()
r *= 3
(h.float() + r).sum().backward()
assert torch.allclose(w.grad, torch.full((3,), 8.0))
