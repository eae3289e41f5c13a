import torch

torch.manual_seed(814)
angle_axis = 0.1 * torch.randn(2, 3)
angle_axis.requires_grad_()


def rotation_taylor(angle_axis):
    rx, ry, rz = torch.chunk(angle_axis, 3, dim=1)
    k_one = torch.ones_like(rx)
    minus_z = -rz
    minus_z *= 1.0
    half = rx * rx
    half += ry * ry
    half *= 0.5
    return torch.cat([k_one, minus_z, ry, rz, k_one, -rx, -ry, rx, k_one - half], dim=1)


loss = rotation_taylor(angle_axis).pow(2).sum() + angle_axis.sum()
loss.backward()
