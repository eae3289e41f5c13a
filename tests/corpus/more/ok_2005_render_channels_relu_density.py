import torch
import torch.nn as nn

torch.manual_seed(2205)
mlp = nn.Linear(3, 4)


def activate(raw: torch.Tensor) -> torch.Tensor:
    raw[..., :3] = torch.sigmoid(raw[..., :3])
    raw[..., 3] = torch.relu(raw[..., 3])
    return raw


def march(points, delta=0.5):
    raw = activate(mlp(points))
    alpha = 1.0 - torch.exp(-raw[..., 3] * delta)
    ahead = torch.cumsum(raw[..., 3], dim=1) - raw[..., 3]
    weight = alpha * torch.exp(-ahead * delta)
    return (weight.unsqueeze(-1) * raw[..., :3]).sum(1)


rgb = march(torch.randn(2, 4, 3))
loss = (rgb - torch.rand(2, 3)).pow(2).mean()
loss.backward()
