import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def inner_adapt(model, x, y, lr=0.4):
    names, params = zip(*model.named_parameters())
    grads = torch.autograd.grad(F.mse_loss(model(x), y), params, create_graph=True)
    adapted = copy.deepcopy(model)
    adapted.load_state_dict({n: p - lr * g for n, p, g in zip(names, params, grads)})
    return adapted


torch.manual_seed(1330)
meta = nn.Linear(2, 1)
meta_opt = torch.optim.Adam(meta.parameters(), lr=1e-3)
support = torch.randn(4, 2), torch.randn(4, 1)
query = torch.randn(4, 2), torch.randn(4, 1)

meta_opt.zero_grad()
fast = inner_adapt(meta, *support)
loss = F.mse_loss(fast(query[0]), query[1])
loss.backward()
meta_opt.step()
