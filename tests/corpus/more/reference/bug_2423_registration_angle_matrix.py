import torch
from dataclasses import dataclass


@dataclass
class Pose2D:
    angle: torch.nn.Parameter
    shift: torch.nn.Parameter

    def matrix(self):
        c, s = torch.cos(self.angle), torch.sin(self.angle)
        return torch.stack([torch.stack([c, -s]), torch.stack([s, c])])

    def apply(self, pts):
        return pts @ self.matrix().T + self.shift

    def parameters(self):
        return [self.angle, self.shift]


def chamfer(a, b):
    d = torch.cdist(a, b)
    return d.min(0).values.mean() + d.min(1).values.mean()


torch.manual_seed(47)
source, target = torch.randn(7, 2), torch.randn(9, 2)
pose = Pose2D(torch.nn.Parameter(torch.tensor(0.4)), torch.nn.Parameter(torch.zeros(2)))
opt = torch.optim.Adam(pose.parameters(), lr=0.05)
loss = chamfer(pose.apply(source), target)
loss.backward()
opt.step()
