import torch

torch.manual_seed(356)
x = torch.randn(4, 3, requires_grad=True)
y = x * 1.0
rows = torch.tensor([0, 3])
y[rows, 1] = 0.0
y[2][0] = 5.0
loss = y.pow(2).sum()
loss.backward()
