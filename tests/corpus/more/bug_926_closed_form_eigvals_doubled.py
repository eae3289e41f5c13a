import math

import torch


def eigvals3(a):
    q = a.diagonal(dim1=-2, dim2=-1).mean(-1)
    b = a - q[:, None, None] * torch.eye(3)
    p = (b.pow(2).sum(dim=(-2, -1)) / 6).sqrt()
    r = torch.linalg.det(b / p[:, None, None]) / 2
    phi = torch.acos(r.clamp(-0.99, 0.99)) / 3
    p.mul_(2.0)
    return torch.stack([q + p * torch.cos(phi + k * 2 * math.pi / 3) for k in range(3)], dim=-1)


torch.manual_seed(926)
m = torch.randn(2, 3, 3, requires_grad=True)
loss = eigvals3(m + m.transpose(1, 2)).pow(3).sum()
loss.backward()
