import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call, grad, jvp

torch.manual_seed(125)
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
x, y = torch.randn(6, 2), torch.randint(0, 2, (6,))
params = {k: v.detach() for k, v in model.named_parameters()}


def objective(p, xs, ys):
    return F.cross_entropy(functional_call(model, p, (xs,)), ys)


vec = grad(objective)(params, x[:1], y[:1])
_, result = jvp(lambda p: grad(objective)(p, x[1:], y[1:]), (params,), (vec,))
hv = result["0.weight"]
