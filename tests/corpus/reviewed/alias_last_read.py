import torch
w = torch.randn(3, requires_grad=True)
h = w * 2
r = h.float()
r *= 3
(r ** 2).sum().backward()
print(h.shape, h.dtype)
assert torch.allclose(w.grad, 72 * w.detach())
