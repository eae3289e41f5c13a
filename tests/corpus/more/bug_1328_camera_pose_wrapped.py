import math
import torch

torch.manual_seed(1328)
pose = torch.tensor([[0.4, 7.0, 1.5]], requires_grad=True)
target = torch.randn(3)


def view_point(pose):
    theta, azimuth, distance = pose[:, 0], pose[:, 1], pose[:, 2]
    azimuth.remainder_(2 * math.pi)
    x = distance * torch.sin(theta) * torch.cos(azimuth)
    y = distance * torch.sin(theta) * torch.sin(azimuth)
    return torch.cat([x, y, distance * torch.cos(theta)])


loss = (view_point(pose) - target).pow(2).sum()
loss.backward()
