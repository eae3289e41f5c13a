import torch

torch.manual_seed(53)
points = torch.randn(4, 2, requires_grad=True)
wanted = torch.rand(4, 4) * 2

diff = points[:, None] - points[None, :]
sq = diff.pow(2).sum(-1)
dist = sq.clamp(min=1e-10).sqrt()
off = 1.0 - torch.eye(4)
stress = ((dist - wanted) * off).pow(2).sum() / off.sum()
repulsion = (off / (dist + 1e-2)).mean()
loss = stress + 0.1 * repulsion
loss.backward()
print("stress", stress.item(), "finite", bool(points.grad.isfinite().all()))
