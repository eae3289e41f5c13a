import torch
seen = []
x = torch.randn(3, requires_grad=True).view(3, 1)
y = x ** 2
y.register_hook(lambda g: seen.append(g))
y.sum().backward()
assert len(seen) == 1
