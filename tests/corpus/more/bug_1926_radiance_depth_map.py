import torch
import torch.nn as nn


def composite(sigma, rgb, z_vals):
    delta = torch.cat([z_vals[1:] - z_vals[:-1], z_vals.new_full((1,), 2.0)])
    alpha = 1.0 - torch.exp(-sigma * delta)
    clear = torch.cat([alpha.new_ones(alpha.shape[0], 1), 1.0 - alpha[:, :-1]], -1)
    weights = alpha * torch.cumprod(clear, -1)
    colour = (weights[..., None] * rgb).sum(1)
    weights *= z_vals
    depth = weights.sum(-1)
    return colour, depth


torch.manual_seed(584)
field = nn.Linear(3, 4)
samples = torch.randn(2, 5, 3)
raw = field(samples)
colour, depth = composite(raw[..., 3].exp(), raw[..., :3].sigmoid(), torch.linspace(1.0, 2.0, 5))
loss = (colour - 0.5).pow(2).mean() + 0.1 * (depth - 1.2).pow(2).mean()
loss.backward()
