import torch
x = torch.rand(10, 10, requires_grad=True).reshape(-1)
y = x.exp().sum()
print("graph:", y.grad_fn)
y.backward()
