import torch
import torch.nn as nn


def composite(sigma, rgb, z_vals):
    alpha = 1.0 - torch.exp(-sigma * 0.25)
    clear = torch.cat([torch.ones_like(alpha[:, :1]), 1.0 - alpha[:, :-1]], -1)
    weights = alpha * torch.cumprod(clear, -1)
    weights = weights / (weights.sum(-1, keepdim=True) + 1e-6)
    colour = (weights[..., None] * rgb).sum(1)
    depth = (weights * z_vals).sum(-1)
    return colour, depth


torch.manual_seed(695)
field = nn.Linear(3, 4)
raw = field(torch.randn(2, 5, 3))
colour, depth = composite(raw[..., 3].exp(), raw[..., :3].sigmoid(), torch.linspace(1.0, 2.0, 5))
loss = (colour - 0.5).pow(2).mean() + 0.1 * (depth - 1.2).pow(2).mean()
loss.backward()
