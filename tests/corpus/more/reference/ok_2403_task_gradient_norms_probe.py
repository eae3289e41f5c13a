import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(105)
trunk = nn.Linear(3, 4)
heads = nn.ModuleList([nn.Linear(4, 1), nn.Linear(4, 1)])
x, targets = torch.randn(6, 3), torch.randn(2, 6, 1)


def task_losses():
    h = torch.tanh(trunk(x))
    return [F.mse_loss(head(h), t) for head, t in zip(heads, targets)]


norms = [torch.autograd.grad(l, trunk.weight)[0].norm() for l in (task_losses()[0], task_losses()[1])]
scale = [float(sum(norms) / (len(norms) * n)) for n in norms]
loss = sum(s * l for s, l in zip(scale, task_losses()))
loss.backward()
