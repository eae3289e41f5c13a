import torch

torch.manual_seed(1623)
x = torch.randn(10, 2)
y = x @ torch.tensor([1.0, -2.0]) + 0.5
w, b = torch.zeros(2), torch.zeros(1)
for step in range(3):
    r = x @ w + b - y
    gw, gb = 2 * x.t() @ r / 10, 2 * r.mean().reshape(1)
    last = w
    w, b = w - 0.1 * gw, b - 0.1 * gb
w = w.requires_grad_()
w.grad = gw
