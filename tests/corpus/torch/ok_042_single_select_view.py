import torch

torch.manual_seed(329)
x = torch.randn(3, 4, requires_grad=True)
y = x * 2
row = y.select(0, 1)
row.add_(3.0)
y.t()[0].mul_(0.5)
loss = y.pow(2).sum()
loss.backward()
