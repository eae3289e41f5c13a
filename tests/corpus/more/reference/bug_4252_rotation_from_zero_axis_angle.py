import torch

torch.manual_seed(63)
aa = torch.zeros(1, 3, requires_grad=True)
points, target = torch.randn(4, 3), torch.randn(4, 3)


def rotate(axis_angle, p):
    t2 = (axis_angle ** 2).sum(1, keepdim=True)
    r = axis_angle.expand_as(p)
    rxp = torch.cross(r, p, dim=1)
    rrp = torch.cross(r, rxp, dim=1)
    return p + (1 - t2 / 6) * rxp + (0.5 - t2 / 24) * rrp


loss = (rotate(aa, points) - target).pow(2).mean()
loss.backward()
