from collections import OrderedDict
import torch
import torch.nn as nn
from torch.func import functional_call

torch.manual_seed(1119)
net = nn.Linear(3, 1)
support, query = torch.randn(4, 3), torch.randn(4, 3)


def inner_update(model, lr):
    loss = model(support).pow(2).mean()
    grads = torch.autograd.grad(loss, list(model.parameters()), create_graph=True)
    fast = OrderedDict()
    for (name, p), g in zip(model.named_parameters(), grads):
        fast[name] = p - lr * g
    return fast


fast_weights = inner_update(net, 0.3)
loss = (functional_call(net, fast_weights, (query,)) - 1.0).pow(2).mean()
loss.backward()
