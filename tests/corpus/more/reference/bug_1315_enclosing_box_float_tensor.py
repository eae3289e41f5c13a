import torch

torch.manual_seed(1315)
angle = torch.tensor(0.4, requires_grad=True)
corners = torch.tensor([[1.0, 0.5], [-1.0, 0.5], [-1.0, -0.5], [1.0, -0.5]])


def rotate(points, a):
    x = points[:, 0] * torch.cos(a) - points[:, 1] * torch.sin(a)
    y = points[:, 0] * torch.sin(a) + points[:, 1] * torch.cos(a)
    return x, y


x, y = rotate(corners, angle)
extent = torch.stack([x.max() - x.min(), y.max() - y.min()])
loss = extent.prod()
loss.backward()
