import torch
w = torch.randn(4, 3, requires_grad=True)
h = w * 2
d = h.detach()
norm = d.norm()
(h[0] / norm).sum().backward()
d.div_(norm)           # h is done; only d is read from here on
print(d[0])
