import torch

axis = torch.linspace(-1, 1, 6)
px, py = torch.meshgrid(axis, axis, indexing="ij")
centre = torch.tensor([0.2, -0.1], requires_grad=True)
radius = torch.tensor(0.55, requires_grad=True)


def silhouette(centre, radius):
    dist = torch.sqrt((px - centre[0]) ** 2 + (py - centre[1]) ** 2 + 1e-6)
    return torch.sigmoid((radius - dist) / 0.1)


target = (px ** 2 + py ** 2 < 0.5).float()
loss = (silhouette(centre, radius) - target).pow(2).mean()
loss.backward()
