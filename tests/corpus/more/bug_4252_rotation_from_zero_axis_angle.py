import torch

torch.manual_seed(63)
aa = torch.zeros(1, 3, requires_grad=True)
points, target = torch.randn(4, 3), torch.randn(4, 3)


def rotate(axis_angle, p, eps=1e-6):
    theta = torch.sqrt((axis_angle ** 2).sum(1, keepdim=True))
    k = (axis_angle / (theta + eps)).expand_as(p)
    kxp = torch.cross(k, p, dim=1)
    kkp = torch.cross(k, kxp, dim=1)
    return p + torch.sin(theta) * kxp + (1 - torch.cos(theta)) * kkp


loss = (rotate(aa, points) - target).pow(2).mean()
loss.backward()
