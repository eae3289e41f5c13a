import torch
import torch.nn as nn


def pairwise(x):
    diff = x[:, None, :] - x[None, :, :]
    sq = diff.pow(2).sum(-1)
    eye = torch.eye(len(x), dtype=torch.bool)
    dist = torch.where(eye, torch.ones_like(sq), sq).sqrt()
    return torch.where(eye, torch.zeros_like(dist), dist)


class RadialBasis(nn.Module):
    def __init__(self, n, cutoff=3.0):
        super().__init__()
        self.register_buffer("centers", torch.linspace(0, cutoff, n))
        self.width = n / cutoff

    def forward(self, d):
        return torch.exp(-self.width * (d.unsqueeze(-1) - self.centers) ** 2)


torch.manual_seed(3117)
coords = torch.randn(4, 3, requires_grad=True)
rbf = RadialBasis(5)
readout = nn.Linear(5, 1)
energy = readout(rbf(pairwise(coords))).sum()
energy.backward()
