import torch
import torch.nn as nn

torch.manual_seed(81)
shared = nn.Linear(3, 4)
heads = nn.ModuleList([nn.Linear(4, 1), nn.Linear(4, 2)])
x = torch.randn(6, 3)


def task_losses(h):
    yield heads[0](h).square().mean()
    yield nn.functional.cross_entropy(heads[1](h), torch.tensor([0, 1, 0, 0, 1, 1]))


h = torch.tanh(shared(x))
losses = list(task_losses(h))
grads = [torch.autograd.grad(l, shared.weight, retain_graph=True)[0] for l in losses]
norms = [g.norm().item() for g in grads]
weights = [sum(norms) / (len(norms) * n) for n in norms]
loss = sum(w * l for w, l in zip(weights, losses))
loss.backward()
print([round(w, 3) for w in weights])
