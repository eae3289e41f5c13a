import torch
import torch.nn as nn


def guided(eps, scale):
    uncond, cond = eps.chunk(2)
    uncond = uncond + scale * (cond - uncond)
    return uncond


torch.manual_seed(1642)
unet = nn.Sequential(nn.Linear(5, 6), nn.SiLU(), nn.Linear(6, 3))
latent = torch.randn(2, 3)
context = torch.cat([torch.zeros(2, 2), torch.randn(2, 2)])
eps = unet(torch.cat([latent.repeat(2, 1), context], dim=-1))
loss = (guided(eps, 3.0) - torch.randn(2, 3)).pow(2).mean()
loss.backward()
