import torch
x = torch.randn(3, requires_grad=True) + 1
y = (x ** 3).sum()
gx, = torch.autograd.grad(y, x, create_graph=True)
gx.sum().backward()
