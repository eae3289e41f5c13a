import random
import torch
import torch.nn as nn
from types import SimpleNamespace as NS

random.seed(0)
torch.manual_seed(171)
s0, h0 = nn.Linear(3, 4), nn.ModuleList([nn.Linear(4, 1) for _ in range(3)])
names = [p for p in [*s0.parameters(), *h0.parameters()]]
shapes = [p.shape for p in names]
theta = torch.cat([p.detach().flatten() for p in names])
x = torch.randn(8, 3)
T = [x[:, :1], -x[:, :1] + 0.1, x.sum(1, keepdim=True)]


def split(v):
    return [a.reshape(s) for a, s in zip(v.split([s.numel() for s in shapes]), shapes)]


def task(i):
    def f(v):
        W, b, *H = split(v)
        h = torch.tanh(x @ W.T + b)
        return (h @ H[2 * i].T + H[2 * i + 1] - T[i]).pow(2).mean()
    return f


for step in range(3):
    g = [torch.func.grad(task(i))(theta) for i in range(3)]
    total = 0
    for i in range(3):
        order = [0, 1, 2]
        random.shuffle(order)
        a = g[i]
        for j in order:
            d = (a * g[j]).sum()
            a = a - d.clamp(max=0) * g[j] / g[j].pow(2).sum()
        total = total + a / 3
    theta = theta - 0.1 * total
shared = NS(weight=NS(grad=split(total)[0]))
