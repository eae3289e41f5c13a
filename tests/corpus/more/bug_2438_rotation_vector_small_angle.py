import torch


def hat(v):
    x, y, z = v.unbind(-1)
    o = torch.zeros_like(x)
    return torch.stack([o, -z, y, z, o, -x, -y, x, o], -1).view(*v.shape[:-1], 3, 3)


def so3_exp(rotvec):
    theta2 = (rotvec * rotvec).sum(-1)[..., None, None]
    theta = theta2.clamp(min=0).sqrt()
    small = theta < 1e-4
    a = torch.where(small, 1 - theta2 / 6, torch.sin(theta) / theta)
    b = torch.where(small, 0.5 - theta2 / 24, (1 - torch.cos(theta)) / theta2)
    K = hat(rotvec)
    return torch.eye(3) + a * K + b * (K @ K)


torch.manual_seed(77)
poses = torch.randn(3, 3)
poses[0] = 0.0
poses.requires_grad_(True)
points = torch.randn(3, 4, 3)
loss = (points @ so3_exp(poses).transpose(-1, -2) - points.roll(1, 1)).pow(2).mean()
loss.backward()
