import torch
import torch.nn as nn


class RigidAlign2d(nn.Module):
    def __init__(self):
        super().__init__()
        self.angle = nn.Parameter(torch.tensor(0.3))
        self.shift = nn.Parameter(torch.zeros(2))

    def matrix(self):
        c, s = torch.cos(self.angle), torch.sin(self.angle)
        return torch.stack([c, -s, s, c]).view(2, 2)

    def forward(self, pts):
        return pts @ self.matrix().T + self.shift


def chamfer(a, b):
    d = torch.cdist(a, b)
    return d.min(0).values.mean() + d.min(1).values.mean()


torch.manual_seed(534)
align = RigidAlign2d()
moving, fixed = torch.randn(6, 2), torch.randn(5, 2)
loss = chamfer(align(moving), fixed)
loss.backward()
print("shift", align.shift.grad)
