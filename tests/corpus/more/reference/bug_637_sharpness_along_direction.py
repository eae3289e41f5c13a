import torch
import torch.nn as nn

torch.manual_seed(637)
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
x, y = torch.randn(6, 2), torch.randn(6, 1)
w = net[0].weight


def training_loss():
    return (net(x) - y).pow(2).mean()


def curvature(direction):
    slope, = torch.autograd.grad(training_loss(), w, create_graph=True)
    along = (slope * direction).sum()
    hv, = torch.autograd.grad(along, w)
    return hv


direction = torch.randn_like(w)
direction /= direction.norm()
hv = curvature(direction)
print((hv * direction).sum().item())
