from typing import NamedTuple

import torch


class Samples(NamedTuple):
    sigma: torch.Tensor
    rgb: torch.Tensor
    delta: float


def composite(s: Samples) -> torch.Tensor:
    rays, steps = s.sigma.shape
    color = torch.zeros(rays, 3)
    trans = torch.ones(rays, 1)
    for i in range(steps):
        alpha = 1 - torch.exp(-s.sigma[:, i:i + 1] * s.delta)
        color = color + trans * alpha * s.rgb[:, i]
        trans *= 1 - alpha
    return color + trans


torch.manual_seed(1834)
density = torch.randn(2, 4, requires_grad=True)
samples = Samples(torch.nn.functional.softplus(density), torch.rand(2, 4, 3), 0.5)
pixels = composite(samples)
loss = (pixels - torch.rand(2, 3)).pow(2).mean()
loss.backward()
