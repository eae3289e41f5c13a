import torch


def project(points, k):
    xy = points[:, :2] / points[:, 2:]
    r2 = (xy ** 2).sum(dim=1, keepdim=True)
    radial = 1 + k[0] * r2 + k[1] * r2 ** 2
    xy.mul_(radial)
    return xy


torch.manual_seed(707)
points = (torch.rand(3, 3) + 0.5).requires_grad_()
k = torch.tensor([0.1, -0.02])
pixels = torch.rand(3, 2)
loss = (project(points, k) - pixels).square().sum()
loss.backward()
