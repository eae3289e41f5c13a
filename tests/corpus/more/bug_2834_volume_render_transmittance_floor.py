import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2307)
field = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 2))
samples = torch.randn(4, 6, 3)


def composite(sigma, colour, delta=0.4):
    alpha = 1.0 - torch.exp(-F.softplus(sigma) * delta)
    trans = torch.cumprod(1.0 - alpha + 1e-7, dim=-1)
    weights = alpha * trans
    rgb = (weights * colour).sum(-1)
    trans.clamp_(min=0.2)
    return rgb, trans[:, -1]


sigma, colour = field(samples).unbind(-1)
rgb, background = composite(sigma, colour)
loss = (rgb + background - 0.5).square().mean()
loss.backward()
