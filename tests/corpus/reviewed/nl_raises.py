import torch
x = torch.randn(3, requires_grad=True) * 1
y = x.exp()
try:
    y.backward()
except RuntimeError:
    pass
else:
    raise AssertionError
