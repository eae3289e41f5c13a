import torch
xs = []
for i in range(3):
    xs.append(torch.randn(2, requires_grad=True))
y = torch.stack(xs).sum()
y.backward()
assert all(x.grad is not None for x in xs)
