import torch
x = torch.rand(3, 4)
x.add(1)
x.sub(x.mean())
w = torch.randn(4, requires_grad=True)
loss = (x @ w).sum()
loss.backward()
