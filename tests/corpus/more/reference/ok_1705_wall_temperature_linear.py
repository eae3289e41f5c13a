import torch
import torch.nn as nn


def with_walls(u, left, right):
    return torch.cat([torch.tensor([left]), u[1:-1], torch.tensor([right])])


def laplacian(u, h):
    return (u[2:] - 2 * u[1:-1] + u[:-2]) / h ** 2


torch.manual_seed(2705)
net = nn.Sequential(nn.Linear(1, 6), nn.Tanh(), nn.Linear(6, 1))
x = torch.linspace(0, 1, 7)[:, None]
u = with_walls(net(x).squeeze(1), 1.0, 0.0)
loss = laplacian(u, 1 / 6).square().mean() + u.square().mean()
loss.backward()
