import torch
import torch.nn as nn

torch.manual_seed(4060)
scorer = nn.Sequential(nn.Linear(3, 4), nn.Softplus(), nn.Linear(4, 1))


def to_unit_sphere(points):
    centre = points.mean(dim=0, keepdim=True)
    points = points - centre
    radius = points.norm(dim=1).max()
    return points / radius


def score(points):
    return scorer(to_unit_sphere(points)).mean()


cloud = torch.rand(6, 3, requires_grad=True)
loss = score(cloud)
loss.backward()
print(cloud.grad.norm(dim=1))
