import torch

torch.manual_seed(127)
bias = torch.randn(3, requires_grad=True)
x = torch.randn(4, 3)
extra = torch.zeros(4, 3)
for i in range(4):
    extra[i, i % 3] = float(i)
out = torch.sin(x * (bias + extra)) + x
loss = (out - 0.5).pow(2).mean() + bias.abs().sum() * 0.01
loss.backward()
