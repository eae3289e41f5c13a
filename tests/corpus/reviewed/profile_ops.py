import torch
x = torch.rand(3, 4)
with torch.profiler.profile() as prof:
    torch.add(x, 1)
w = torch.randn(4, requires_grad=True)
(x @ w).sum().backward()
