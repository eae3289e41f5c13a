import torch
import torch.nn as nn


def pairwise_distance(p):
    diff = p[:, None, :] - p[None, :, :]
    eye = torch.eye(len(p))
    return (diff.pow(2).sum(-1) + eye).sqrt() - eye


class Repulsion(nn.Module):
    def __init__(self, radius):
        super().__init__()
        self.radius = radius

    def forward(self, p):
        d = pairwise_distance(p)
        penalty = (self.radius - d).clamp(min=0) ** 2
        return penalty.triu(diagonal=1).sum()


torch.manual_seed(89)
offsets = nn.Parameter(0.1 * torch.randn(5, 3))
cloud = torch.rand(5, 3)
opt = torch.optim.Adam([offsets], lr=1e-2)
loss = Repulsion(0.8)(cloud + offsets) + offsets.pow(2).mean()
loss.backward()
opt.step()
