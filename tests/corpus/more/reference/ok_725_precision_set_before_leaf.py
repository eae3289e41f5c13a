import torch

torch.manual_seed(1725)
w = torch.randn(3).double() * 0.1
x, y = torch.randn(6, 3).double(), torch.randn(6).double()
w = w - 0.05 * 2 / 6 * x.T @ (x @ w - y)
w.requires_grad_()
w.grad = (2 / 6 * x.T @ (x @ w - y)).detach()
