import torch

torch.manual_seed(1717)
w = torch.randn(3, requires_grad=True)
x = torch.randn(4, 3)
g1, = torch.autograd.grad((x @ w).pow(2).mean(), w)
g2, = torch.autograd.grad((x @ w - 1).abs().mean(), w)
if torch.dot(g1, g2) < 0:
    g1 = g1 - torch.dot(g1, g2) / torch.dot(g2, g2) * g2
w.grad = g1 + g2
