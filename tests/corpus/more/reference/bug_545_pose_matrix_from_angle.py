import torch
import torch.nn as nn


class Pose2D(nn.Module):
    def __init__(self):
        super().__init__()
        self.theta = nn.Parameter(torch.tensor(0.3))
        self.shift = nn.Parameter(torch.zeros(2))

    @property
    def rotation(self):
        c, s = self.theta.cos(), self.theta.sin()
        return torch.stack([c, -s, s, c]).view(2, 2)

    def forward(self, pts):
        return pts @ self.rotation.mT + self.shift


torch.manual_seed(45)
pose = Pose2D()
cloud = torch.randn(6, 2)
quarter = torch.tensor([[0.0, -1.0], [1.0, 0.0]])
loss = (pose(cloud) - cloud @ quarter.mT).square().sum(-1).mean()
loss.backward()
print(pose.shift.grad)
