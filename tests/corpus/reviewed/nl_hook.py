import torch
seen = []
x = torch.randn(3, requires_grad=True) * 2
x.register_hook(seen.append)
(x ** 2).sum().backward()
assert len(seen) == 1
