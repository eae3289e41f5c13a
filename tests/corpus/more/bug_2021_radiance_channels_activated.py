import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2121)
mlp = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 4))


def query(points):
    raw = mlp(points)
    raw[..., :3] = torch.sigmoid(raw[..., :3])
    raw[..., 3] = F.softplus(raw[..., 3])
    return raw


def composite(raw, delta=0.25):
    alpha = 1.0 - torch.exp(-raw[..., 3] * delta)
    trans = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1.0 - alpha[:, :-1]], dim=1), dim=1)
    return ((alpha * trans).unsqueeze(-1) * raw[..., :3]).sum(1)


rays = torch.randn(2, 5, 3)
target = torch.rand(2, 3)
loss = (composite(query(rays)) - target).pow(2).mean()
loss.backward()
