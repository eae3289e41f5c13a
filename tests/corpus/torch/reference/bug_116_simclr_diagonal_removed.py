import torch
import torch.nn as nn
import torch.nn.functional as F
from dataclasses import dataclass


@dataclass
class Views:
    first: torch.Tensor
    second: torch.Tensor

    def stacked(self):
        return torch.cat([self.first, self.second])


def nt_xent(z, tau):
    z = F.normalize(z, dim=1)
    kernel = torch.exp(z @ z.T / tau)
    n = z.shape[0] // 2
    positives = torch.cat([kernel.diagonal(n), kernel.diagonal(-n)])
    kernel = kernel * (1 - torch.eye(len(z)))
    return -(positives / kernel.sum(dim=1)).log().mean()


torch.manual_seed(90)
encoder = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 3))
x = torch.randn(4, 4)
views = Views(x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x))
loss = nt_xent(encoder(views.stacked()), tau=0.5)
loss.backward()
