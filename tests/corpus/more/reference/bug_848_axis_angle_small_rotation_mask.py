import torch

angle_axis = torch.tensor([[0.0, 0.0, 0.0], [0.3, -0.4, 1.2]], requires_grad=True)
point = torch.tensor([1.0, 2.0, 3.0])


def rotate(angle_axis, point, eps=1e-6):
    theta2 = (angle_axis * angle_axis).sum(1, keepdim=True)
    theta = torch.sqrt(torch.where(theta2 > eps, theta2, torch.ones_like(theta2)))
    axis = angle_axis / (theta + eps)
    cross = torch.linalg.cross(axis, point.expand_as(axis))
    normal = point * torch.cos(theta) + cross * torch.sin(theta)
    taylor = point + torch.linalg.cross(angle_axis, point.expand_as(axis))
    return torch.where(theta2 > eps, normal, taylor)


loss = rotate(angle_axis, point).pow(3).mean()
loss.backward()
