from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn


@dataclass
class Samples:
    depth: Tensor
    density: Tensor


class Field(nn.Module):
    def __init__(self, width: int = 4) -> None:
        super().__init__()
        self.body = nn.Linear(3, width)
        self.sigma = nn.Linear(width, 1)

    def forward(self, points: Tensor, depth: Tensor) -> Samples:
        hidden = torch.tanh(self.body(points))
        return Samples(depth=depth, density=F.softplus(self.sigma(hidden)).squeeze(-1))


def composite(samples: Samples, step: float = 0.5):
    alpha = 1.0 - torch.exp(-samples.density * step)
    trans = torch.cumprod(1.0 - alpha, dim=-1)
    weights = alpha * trans
    trans = trans * samples.depth
    return weights.sum(), trans.mean()


torch.manual_seed(301)
field = Field()
samples = field(torch.randn(2, 5, 3), depth=torch.linspace(0.1, 1.0, 5))
opacity, depth = composite(samples)
loss = (opacity - 1.0) ** 2 + depth
loss.backward()
