import torch


def pairwise(points):
    gram = points @ points.T
    sq = gram.diagonal()
    d2 = sq[:, None] + sq[None, :] - 2 * gram
    return torch.sqrt(d2 + 1e-6)


def repulsion(points, radius=0.8):
    dist = pairwise(points)
    own = torch.eye(len(points), dtype=torch.bool)
    dist = dist.masked_fill(own, float("inf"))
    nearest = dist.min(dim=1).values
    return torch.relu(radius - nearest).pow(2).sum()


def chamfer(a, b):
    d = (a[:, None] - b[None]).square().sum(-1)
    return d.min(1).values.mean() + d.min(0).values.mean()


torch.manual_seed(2)
points = torch.randn(5, 2, requires_grad=True)
cloud = torch.randn(7, 2)
loss = chamfer(points, cloud) + 0.5 * repulsion(points)
loss.backward()
