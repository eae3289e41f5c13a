import torch
import torch.nn as nn


def split_screw(w):
    theta = torch.norm(w, dim=-1)
    theta = theta + 1.0e-2
    axis = w / theta[..., None]
    return axis, theta


torch.manual_seed(1303)
warp = nn.Linear(2, 3)
codes = torch.randn(4, 2)
axis, theta = split_screw(warp(codes))
target = torch.randn(4, 3)
loss = (axis - target).pow(2).mean() + torch.sin(theta).mean()
loss.backward()
