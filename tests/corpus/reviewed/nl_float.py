import torch
x = torch.randn(3, requires_grad=True).float()
(x ** 2).sum().backward()
print(x.grad)
