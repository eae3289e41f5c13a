import math
from dataclasses import dataclass

import torch
import torch.nn as nn
from torch.func import functional_call, jacrev, vmap


@dataclass
class Problem:
    kappa: float = 0.3
    points: int = 8
    weight_bc: float = 5.0
    iters: int = 4


class Net(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, width), nn.Linear(width, width), nn.Linear(width, 1)])

    def forward(self, tx):
        h = tx
        for layer in self.layers[:-1]:
            h = torch.tanh(layer(h))
        return self.layers[-1](h).squeeze(-1)


def residual(net, tx, kappa):
    params = dict(net.named_parameters())

    def u(point):
        return functional_call(net, params, (point,))

    def pde(point):
        grad = jacrev(u)(point)
        hess = jacrev(jacrev(u))(point)
        return grad[0] - kappa * hess[1, 1]

    return vmap(pde)(tx)


def losses(net, colloc, boundary):
    pts, val = boundary
    return {
        "pde": residual(net, colloc, prob.kappa).pow(2).mean(),
        "bc": (net(pts) - val).pow(2).mean(),
    }


def sample(n, g):
    return torch.rand(n, 2, generator=g)


def boundary_points(n):
    x = torch.linspace(0, 1, n)
    initial = torch.stack([torch.zeros(n), x], dim=1)
    left = torch.stack([x, torch.zeros(n)], dim=1)
    right = torch.stack([x, torch.ones(n)], dim=1)
    value = torch.cat([torch.sin(math.pi * x), torch.zeros(2 * n)])
    return torch.cat([initial, left, right]), value


torch.manual_seed(141)
prob = Problem()
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=5e-3)
g = torch.Generator().manual_seed(0)
boundary = boundary_points(4)
for it in range(prob.iters):
    colloc = sample(prob.points, g)
    terms = losses(net, colloc, boundary)
    total = terms["pde"] + prob.weight_bc * terms["bc"]
    opt.zero_grad()
    total.backward()
    opt.step()
    print(it, {k: round(v.item(), 5) for k, v in terms.items()})
