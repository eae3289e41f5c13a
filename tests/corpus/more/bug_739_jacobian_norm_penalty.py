import torch
from torch.autograd.functional import jacobian

torch.manual_seed(1742)
w = torch.randn(2, 3, requires_grad=True)
x = torch.randn(3)
y = torch.randn(2)


def model(v):
    return torch.tanh(w @ v)


fit = (model(x) - y).pow(2).sum()
J = jacobian(model, x)
loss = fit + 0.5 * J.pow(2).sum()
loss.backward()
