import torch

torch.manual_seed(4053)
points = torch.randn(5, 2, requires_grad=True)


def nearest_gap(points):
    dist = torch.cdist(points, points)
    same = torch.eye(len(points), dtype=torch.bool)
    dist[same] = float("inf")
    return dist.min(dim=1).values


gap = nearest_gap(points)
uniformity = -torch.log(gap + 1e-3).mean()
loss = uniformity + 0.01 * points.pow(2).sum()
loss.backward()
