import torch
import torch.nn as nn


class Occupancy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))

    def blend(self, points, mask):
        occ = torch.sigmoid(self.net(points))
        occ = occ * mask.unsqueeze(-1)
        best = occ.max(dim=-1).values
        return occ, best


def inside_box(points, limit=1.4):
    return (points.abs() < limit).all(dim=-1)


torch.manual_seed(2606)
field = Occupancy()
points = torch.randn(6, 3)
target = torch.tensor([1.0, 0.0, 1.0, 0.0, 1.0, 1.0])
occ, best = field.blend(points, inside_box(points))
loss = (best - target).pow(2).mean() + 0.01 * occ.sum()
loss.backward()
