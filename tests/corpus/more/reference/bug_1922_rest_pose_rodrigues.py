import torch

torch.manual_seed(292)
pose = torch.tensor([[0.0, 0.0, 0.0], [0.4, -0.2, 0.1]], requires_grad=True)
bones = torch.randn(2, 3)


def rotate(v, axis_angle):
    theta = axis_angle.norm(dim=-1, keepdim=True)
    moving = theta > 1e-6
    safe = torch.where(moving, theta, torch.ones_like(theta))
    a = torch.where(moving, torch.sin(safe) / safe, torch.ones_like(theta))
    b = torch.where(moving, (1 - torch.cos(safe)) / safe ** 2, torch.full_like(theta, 0.5))
    cross = torch.linalg.cross(axis_angle, v)
    return v + a * cross + b * torch.linalg.cross(axis_angle, cross)


tips = rotate(bones, pose)
loss = (tips - torch.ones(2, 3)).pow(2).sum()
loss.backward()
