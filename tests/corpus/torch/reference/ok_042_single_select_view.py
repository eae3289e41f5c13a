import torch

torch.manual_seed(329)
x = torch.randn(3, 4, requires_grad=True)
y = x * 2
row = y.select(0, 1)
y = torch.cat([y[:1], y[1:2] + 3.0, y[2:]])
y = torch.cat([y[:, :1] * 0.5, y[:, 1:]], dim=1)
loss = y.pow(2).sum()
loss.backward()
