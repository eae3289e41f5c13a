import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(4018)
field = nn.Linear(3, 4)
origin, direction = torch.zeros(3), torch.tensor([0.0, 0.6, 0.8])
t = torch.linspace(0.5, 3.0, 8)
delta = torch.full((8,), 0.3)


def render(points):
    raw = field(points)
    sigma, rgb = F.softplus(raw[:, 0]), torch.sigmoid(raw[:, 1:])
    alpha = 1.0 - torch.exp(-sigma * delta)
    trans = torch.cumprod(torch.cat([torch.ones(1), 1.0 - alpha[:-1] + 1e-10]), dim=0)
    weights = alpha * trans
    colour = (weights[:, None] * rgb).sum(0)
    weights.div_(weights.sum() + 1e-6)
    depth = (weights * t).sum()
    return colour, depth


colour, depth = render(origin + t[:, None] * direction)
loss = (colour - 0.5).pow(2).sum() + 0.1 * (depth - 1.5).abs()
loss.backward()
