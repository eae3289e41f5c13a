import torch
w = torch.randn(4, 3, requires_grad=True)
h = w * 2
d = h.detach().clone()
d[d < 0] = 0
(h[0] * d[1]).sum().backward()
