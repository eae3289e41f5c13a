import torch
import torch.nn as nn
import torch.nn.functional as F


def hvp(loss, params, vec):
    grads = torch.autograd.grad(loss, params, create_graph=True)
    dot = sum((g * v).sum() for g, v in zip(grads, vec))
    return torch.autograd.grad(dot, params)


torch.manual_seed(125)
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
params = list(model.parameters())
x, y = torch.randn(6, 2), torch.randint(0, 2, (6,))
test_grads = torch.autograd.grad(F.cross_entropy(model(x[:1]), y[:1]), params)
result = hvp(F.cross_entropy(model(x[1:]), y[1:]), params, test_grads)
hv = result[0]
