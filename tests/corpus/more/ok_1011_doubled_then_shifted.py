import torch

torch.manual_seed(2011)
x = torch.randn(5, requires_grad=True)
weight = torch.linspace(0.5, 1.5, 5)

y = x * 2
y.add_(1)
y.clamp_(min=0.0)
loss = (y * weight).sum()
loss.backward()
