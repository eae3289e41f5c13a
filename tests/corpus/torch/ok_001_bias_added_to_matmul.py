import torch

torch.manual_seed(101)
w = torch.randn(3, 2, requires_grad=True)
b = torch.randn(2, requires_grad=True)
x = torch.randn(5, 3)

out = x @ w
out += b
out *= 0.5
loss = out.tanh().pow(2).sum()
loss.backward()
