import torch
from types import SimpleNamespace as NS
import torch.nn as nn

torch.manual_seed(21)
init = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
w1, b1, w2, b2 = (p.detach().clone() for p in init.parameters())
theta = (w1, b1, w2, b2)


def gradients(th, x, y):
    w1, b1, w2, b2 = th
    h = torch.tanh(x @ w1.T + b1)
    d = 2 * (h @ w2.T + b2 - y) / y.numel()
    dh = (d @ w2) * (1 - h ** 2)
    return dh.T @ x, dh.sum(0), d.T @ h, d.sum(0)


for it in range(3):
    tw = torch.randn(2, 1)
    fast = theta
    for _ in range(3):
        x = torch.randn(8, 2)
        y = torch.sin(x @ tw)
        fast = tuple(p - 0.1 * g for p, g in zip(fast, gradients(fast, x, y)))
    pseudo = tuple(p - f for p, f in zip(theta, fast))
    theta = tuple(p - 0.5 * g for p, g in zip(theta, pseudo))
meta_net = [NS(weight=NS(grad=pseudo[0]))]
