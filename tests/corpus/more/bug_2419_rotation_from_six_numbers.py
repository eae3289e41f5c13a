import torch
import torch.nn as nn
import torch.nn.functional as F


def orthonormalise(m):
    m = m.clone()
    m[..., 0] = F.normalize(m[..., 0], dim=-1)
    proj = (m[..., 0] * m[..., 1]).sum(-1, keepdim=True)
    m[..., 1] = F.normalize(m[..., 1] - proj * m[..., 0], dim=-1)
    m[..., 2] = torch.linalg.cross(m[..., 0], m[..., 1])
    return m


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
