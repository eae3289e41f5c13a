import torch
import torch.nn as nn
from torch.func import functional_call, grad, vmap

torch.manual_seed(98)
net = nn.Linear(3, 2)
params = {k: v.detach() for k, v in net.named_parameters()}
x, y = torch.randn(5, 3), torch.tensor([0, 1, 0, 1, 1])


def sample_loss(params, xi, yi):
    logits = functional_call(net, params, (xi[None],))
    return nn.functional.cross_entropy(logits, yi[None])


total = [torch.zeros_like(p) for p in net.parameters()]
for xi, yi in zip(x, y):
    gs = torch.autograd.grad(nn.functional.cross_entropy(net(xi[None]), yi[None]), list(net.parameters()))
    norm = torch.cat([g.flatten() for g in gs]).norm()
    total = [t + g * min(1.0, 0.5 / (norm.item() + 1e-6)) / 5 for t, g in zip(total, gs)]
for p, t in zip(net.parameters(), total):
    p.grad = t
