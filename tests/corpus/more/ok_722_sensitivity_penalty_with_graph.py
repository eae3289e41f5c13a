import torch
from torch.autograd.functional import jacobian

torch.manual_seed(1722)
w = (0.4 * torch.randn(2, 3)).requires_grad_()
x = torch.randn(3)


def model(v):
    return torch.tanh(w @ v)


J = jacobian(model, x, create_graph=True)
loss = model(x).sum() + 0.5 * J.pow(2).sum()
loss.backward()
