import torch
from dataclasses import dataclass


@dataclass
class Geometry:
    positions: torch.Tensor
    charges: torch.Tensor

    @property
    def distances(self):
        delta = self.positions[:, None] - self.positions[None]
        return torch.sqrt(delta.pow(2).sum(-1) + 1e-6)


def repulsive_energy(geometry, alpha=1.3):
    r = geometry.distances
    n = torch.arange(len(r))
    r[n, n] = 1e3
    zz = geometry.charges[:, None] * geometry.charges[None]
    return 0.5 * (zz * torch.exp(-alpha * r) / r).sum()


torch.manual_seed(2221)
positions = torch.randn(4, 3, requires_grad=True)
water_like = Geometry(positions, torch.tensor([6.0, 1.0, 1.0, 2.0]))
loss = repulsive_energy(water_like)
loss.backward()
