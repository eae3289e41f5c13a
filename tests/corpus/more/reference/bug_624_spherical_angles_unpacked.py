import math
import torch
import torch.nn as nn


def directions(angles):
    theta, phi = angles.unbind(dim=-1)
    theta = theta * math.pi
    phi = phi * (2 * math.pi)
    return torch.stack([theta.sin() * phi.cos(), theta.sin() * phi.sin(), theta.cos()], dim=-1)


def lobe(d, axis, sharpness=3.0):
    return torch.exp(sharpness * (d @ axis - 1))


torch.manual_seed(624)
net = nn.Linear(3, 2)
codes = torch.randn(4, 3)
axis = torch.tensor([0.0, 0.6, 0.8])
d = directions(torch.sigmoid(net(codes)))
loss = -lobe(d, axis).mean()
loss.backward()
