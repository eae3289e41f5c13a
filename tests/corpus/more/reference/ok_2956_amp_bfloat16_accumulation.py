import torch
import torch.nn as nn
from types import SimpleNamespace as NS

BF = torch.bfloat16
torch.manual_seed(261)
a, b = nn.Linear(4, 6), nn.Linear(6, 3)
P = [p.detach().clone() for p in (a.weight, a.bias, b.weight, b.bias)]
batches = [(torch.randn(5, 4), torch.randint(0, 3, (5,))) for _ in range(6)]


def loss_of(P, x, y):
    q = [p.to(BF) for p in P]
    h = torch.nn.functional.linear(x.to(BF), q[0], q[1])
    h = torch.where(h > 0, h, torch.zeros_like(h))
    o = torch.nn.functional.linear(h, q[2], q[3]).float()
    return -torch.log_softmax(o, 1)[torch.arange(5), y].mean() / 2


for i in range(0, 6, 2):
    g1 = torch.func.grad(loss_of)(P, *batches[i])
    g2 = torch.func.grad(loss_of)(P, *batches[i + 1])
    G = [torch.clamp(u + v, -0.2, 0.2) for u, v in zip(g1, g2)]
    P = [p - 0.1 * g for p, g in zip(P, G)]
net = NS(fc1=NS(weight=NS(grad=G[0])))
