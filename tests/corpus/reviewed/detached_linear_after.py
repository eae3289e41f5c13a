import torch
w = torch.randn(3, requires_grad=True)
h = w * 2
h.detach().add_(1.0)      # shift the values; the gradient of h + 1 is that of h
(h[:2] ** 2).sum().backward()
assert torch.allclose(w.grad[:2], 4 * (2 * w.detach()[:2] + 1))
