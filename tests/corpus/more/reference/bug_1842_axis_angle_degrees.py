import math
import torch


def to_radians(parts):
    return [p * (math.pi / 180.0) for p in parts]


def taylor_rotation(axis_angle: torch.Tensor) -> torch.Tensor:
    rx, ry, rz = to_radians(torch.chunk(axis_angle, 3, dim=1))
    one = torch.ones_like(rx)
    rows = [one, -rz, ry, rz, one, -rx, -ry, rx, one]
    return torch.cat(rows, dim=1).view(-1, 3, 3)


torch.manual_seed(1842)
shape_code = torch.randn(2, 4, requires_grad=True)
decode = torch.randn(4, 3)
corners = torch.randn(5, 3)
R = taylor_rotation(20 * shape_code @ decode)
loss = (corners @ R.transpose(1, 2)).pow(2).mean()
loss.backward()
