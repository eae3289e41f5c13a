import torch
x = torch.randn(3, 4)
for _ in range(3):
    torch.matmul(x, x.T)     # warm up the library
w = torch.randn(4, requires_grad=True)
(x @ w).sum().backward()
