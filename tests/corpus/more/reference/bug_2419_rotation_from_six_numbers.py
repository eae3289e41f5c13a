import torch
import torch.nn as nn
import torch.nn.functional as F


def orthonormalise(m):
    a = F.normalize(m[..., 0], dim=-1)
    proj = (a * m[..., 1]).sum(-1, keepdim=True)
    b = F.normalize(m[..., 1] - proj * a, dim=-1)
    return torch.stack([a, b, torch.linalg.cross(a, b)], dim=-1)


class PoseRegressor(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, 9)

    def forward(self, feats):
        return orthonormalise(self.fc(feats).view(-1, 3, 3))


torch.manual_seed(39)
net = PoseRegressor(4)
R = net(torch.randn(3, 4))
loss = (R - torch.eye(3)).pow(2).sum((1, 2)).mean()
loss.backward()
