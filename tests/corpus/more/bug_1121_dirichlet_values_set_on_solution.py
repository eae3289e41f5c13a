import torch
import torch.nn as nn

torch.manual_seed(1121)


class Dirichlet:
    def __init__(self, left, right):
        self.values = {0: left, -1: right}

    def apply(self, u):
        for where, value in self.values.items():
            u[where] = value
        return u


net = nn.Linear(1, 1)
grid = torch.linspace(0, 1, 6).unsqueeze(1)
u = torch.sigmoid(net(grid))
u = Dirichlet(0.0, 1.0).apply(u)
loss = (u[2:] - 2 * u[1:-1] + u[:-2]).pow(2).sum()
loss.backward()
