import torch
import torch.nn as nn


class PathGenerator(nn.Module):
    def __init__(self, knots):
        super().__init__()
        self.knots = knots
        self.net = nn.Linear(2, knots * 2)

    def forward(self, task, start, goal):
        points = torch.tanh(self.net(task)).view(self.knots, 2)
        return torch.cat([start[None], points[1:-1], goal[None]])


def bending(points):
    return (points[2:] - 2 * points[1:-1] + points[:-2]).pow(2).sum()


torch.manual_seed(604)
path = PathGenerator(4)
start, goal = torch.zeros(2), torch.ones(2)
points = path(torch.randn(2), start, goal)
obstacle = torch.tensor([0.4, 0.6])
loss = bending(points) + torch.exp(-(points - obstacle).pow(2).sum(dim=1)).sum()
loss.backward()
