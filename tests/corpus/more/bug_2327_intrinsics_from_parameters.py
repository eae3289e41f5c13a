import torch
import torch.nn as nn

torch.manual_seed(1127)
focal = nn.Parameter(torch.tensor(1.2))
centre = nn.Parameter(torch.tensor([0.1, -0.1]))
pose = nn.Parameter(torch.tensor([0.0, 0.0, 3.0]))
opt = torch.optim.Adam([focal, centre, pose], lr=1e-2)


def intrinsics():
    return torch.tensor([[focal, 0.0, centre[0]], [0.0, focal, centre[1]], [0.0, 0.0, 1.0]])


def project(points):
    cam = (points + pose) @ intrinsics().T
    return cam[:, :2] / cam[:, 2:]


points, observed = torch.randn(6, 3), torch.randn(6, 2)
loss = (project(points) - observed).pow(2).mean()
opt.zero_grad()
loss.backward()
opt.step()
