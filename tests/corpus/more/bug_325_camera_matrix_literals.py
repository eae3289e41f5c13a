import torch

torch.manual_seed(20)
focal = torch.tensor(1.8, requires_grad=True)
centre = torch.tensor([0.5, 0.4], requires_grad=True)
translation = torch.zeros(3, requires_grad=True)
points = torch.randn(6, 3) + torch.tensor([0.0, 0.0, 5.0])
pixels = torch.rand(6, 2)


def intrinsics(f, c):
    return torch.tensor([[f, 0.0, c[0]], [0.0, f, c[1]], [0.0, 0.0, 1.0]])


def project(points, K, t):
    cam = (points + t) @ K.T
    return cam[:, :2] / cam[:, 2:]


K = intrinsics(focal, centre)
loss = (project(points, K, translation) - pixels).square().mean()
loss.backward()
print(translation.grad)
