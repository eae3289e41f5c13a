import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 2)

    def forward(self, t, y):
        return torch.tanh(self.net(y))


def midpoint(func, y, t0, t1):
    h = t1 - t0
    half = y + 0.5 * h * func(t0, y)
    slope = func(t0 + 0.5 * h, half)
    return y + slope.mul_(h)


def integrate(func, y, grid):
    path = [y]
    for t0, t1 in zip(grid, grid[1:]):
        path.append(midpoint(func, path[-1], t0, t1))
    return torch.stack(path)


torch.manual_seed(2124)
field = Field()
path = integrate(field, torch.randn(3, 2), [0.0, 0.2, 0.5, 1.0])
loss = path[-1].pow(2).sum()
loss.backward()
