import torch
import torch.nn as nn


def rigid_warp(points, screw):
    w, v = screw[:, :3], screw[:, 3:]
    theta = w.norm(dim=-1, keepdim=True)
    theta = theta + 1e-10
    axis = w / theta
    turned = torch.sin(theta) * torch.linalg.cross(axis, points)
    return points + turned + v / theta


torch.manual_seed(903)
head = nn.Linear(2, 6)
rays = torch.randn(4, 3)
screw = head(torch.randn(4, 2))
loss = rigid_warp(rays, screw).pow(2).mean()
loss.backward()
