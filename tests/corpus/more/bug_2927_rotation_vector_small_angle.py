import torch


def hat(v):
    zero = torch.zeros_like(v[..., 0])
    rows = [zero, -v[..., 2], v[..., 1], v[..., 2], zero, -v[..., 0], -v[..., 1], v[..., 0], zero]
    return torch.stack(rows, dim=-1).view(*v.shape[:-1], 3, 3)


def so3_exp(v):
    theta = torch.linalg.norm(v, dim=-1)[..., None, None]
    small = theta < 1e-4
    a = torch.where(small, 1 - theta ** 2 / 6, torch.sin(theta) / theta)
    b = torch.where(small, 0.5 - theta ** 2 / 24, (1 - torch.cos(theta)) / theta ** 2)
    K = hat(v)
    return torch.eye(3) + a * K + b * (K @ K)


torch.manual_seed(27)
points = torch.randn(2, 5, 3)
target = points.flip(-1)
rotvec = torch.tensor([[0.0, 0.0, 0.0], [0.3, -0.2, 0.1]], requires_grad=True)
shift = torch.zeros(2, 1, 3, requires_grad=True)
optimizer = torch.optim.Adam([rotvec, shift], lr=1e-2)
moved = points @ so3_exp(rotvec).transpose(-1, -2) + shift
loss = (moved - target).pow(2).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
