from dataclasses import dataclass

import torch
import torch.nn.functional as F


@dataclass
class RaySamples:
    t: torch.Tensor
    delta: torch.Tensor
    weights: torch.Tensor = None


def composite(raw, rays):
    alpha = 1.0 - torch.exp(-F.softplus(raw) * rays.delta)
    trans = torch.cumprod(F.pad(1.0 - alpha[..., :-1], (1, 0), value=1.0), dim=-1)
    rays.weights = alpha * trans
    return rays


def entropy(rays):
    return -(rays.weights * torch.log(rays.weights + 1e-5)).sum(-1)


def depth(rays):
    rays.weights = rays.weights / rays.weights.sum(-1, keepdim=True).detach()
    return (rays.weights * rays.t).sum(-1)


torch.manual_seed(502)
density = torch.randn(2, 4, requires_grad=True)
t = torch.linspace(1.0, 4.0, 4).repeat(2, 1)
rays = composite(density, RaySamples(t=t, delta=torch.full((2, 4), 0.4)))
reg = entropy(rays).mean()
loss = (depth(rays) - 2.5).pow(2).mean() + 0.01 * reg
loss.backward()
