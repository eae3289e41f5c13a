import torch
from torch.autograd.functional import jacobian

torch.manual_seed(918)
w = torch.randn(2, 2)


def g(a):
    return torch.tanh(w @ a) * a.prod()


def linearised(x, a):
    slope = jacobian(g, a, create_graph=True)
    return g(a) + slope @ (x - a)


a = torch.randn(2, requires_grad=True)
x = torch.randn(2)
loss = linearised(x, a).pow(2).sum()
loss.backward()
