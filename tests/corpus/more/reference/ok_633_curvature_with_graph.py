import torch
import torch.nn as nn

torch.manual_seed(1633)
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
x, y = torch.randn(6, 2), torch.randn(6, 1)
w = net[0].weight


def curvature(direction):
    p = [q.detach().double() for q in net.parameters()]
    f = lambda v: (torch.tanh(x.double() @ v.t() + p[1]) @ p[2].t() + p[3] - y.double()).pow(2).mean()
    h = torch.autograd.functional.hessian(f, p[0]).reshape(4, 4)
    return (h @ direction.double().reshape(4)).reshape(2, 2)


direction = torch.randn_like(w)
direction /= direction.norm()
hv = curvature(direction)
print(hv.shape)
