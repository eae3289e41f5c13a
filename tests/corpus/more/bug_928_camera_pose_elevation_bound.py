import torch
import torch.nn as nn

torch.manual_seed(928)
pose = nn.Parameter(torch.tensor([[1.9, 0.4, 1.5]]))
target = torch.tensor([[0.2, 0.8, 1.1]])


def camera_position(pose):
    pose[:, 0] = pose[:, 0].clamp(-1.5, 1.5)
    theta, azimuth, dist = pose.unbind(1)
    ground = dist * torch.cos(theta)
    return torch.stack([ground * torch.cos(azimuth), ground * torch.sin(azimuth), dist * torch.sin(theta)], 1)


loss = (camera_position(pose) - target).pow(2).sum()
loss.backward()
