import math
import torch


def to_radians(angles):
    return angles * (math.pi / 180.0)


torch.manual_seed(2816)
shape_code = torch.randn(2, 4, requires_grad=True)
decode = torch.randn(4, 3)
angles = to_radians(20 * shape_code @ decode)
rx, ry, rz = angles.unbind(dim=1)
loss = (torch.cos(rx) * torch.sin(ry) + rz).pow(2).mean()
loss.backward()
