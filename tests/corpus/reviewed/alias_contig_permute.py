import torch
w = torch.randn(3, 2, requires_grad=True)
h = w * 2
p = h.permute(1, 0)
r = p.contiguous()
r += 3
(p.exp() + r).sum().backward()
