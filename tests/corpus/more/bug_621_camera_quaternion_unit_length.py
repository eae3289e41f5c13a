import torch
import torch.nn as nn


class Camera(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Parameter(torch.tensor([0.9, 0.1, -0.2, 0.3]))
        self.t = nn.Parameter(torch.zeros(3))

    def rotate(self, points):
        self.q.div_(self.q.norm())
        w, v = self.q[0], self.q[1:]
        uv = torch.linalg.cross(v.expand_as(points), points)
        uuv = torch.linalg.cross(v.expand_as(points), uv)
        return points + 2 * (w * uv + uuv)

    def forward(self, points):
        return self.rotate(points) + self.t


torch.manual_seed(621)
cam = Camera()
points, seen = torch.randn(5, 3), torch.randn(5, 3)
loss = (cam(points) - seen).pow(2).mean()
loss.backward()
