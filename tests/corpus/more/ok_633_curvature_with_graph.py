import torch
import torch.nn as nn

torch.manual_seed(1633)
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
x, y = torch.randn(6, 2), torch.randn(6, 1)
w = net[0].weight


def curvature(direction):
    loss = (net(x) - y).pow(2).mean()
    slope, = torch.autograd.grad(loss, w, create_graph=True)
    along = (slope * direction.detach()).sum()
    hv, = torch.autograd.grad(along, w)
    return hv


direction = torch.randn_like(w)
direction /= direction.norm()
hv = curvature(direction)
print(hv.shape)
