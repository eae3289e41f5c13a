import torch
import torch.nn as nn
import torch.nn.functional as F


def nt_xent(z1: torch.Tensor, z2: torch.Tensor, tau: float = 0.5) -> torch.Tensor:
    z = F.normalize(torch.cat([z1, z2]), dim=1)
    n = z1.shape[0]
    sim = torch.exp(z @ z.T / tau)
    positives = torch.cat([sim.diagonal(n), sim.diagonal(-n)])
    sim = sim * (1.0 - torch.eye(2 * n))
    return -torch.log(positives / sim.sum(1)).mean()


torch.manual_seed(2123)
proj = nn.Linear(4, 3)
view_a = torch.randn(3, 4)
view_b = view_a + 0.1 * torch.randn(3, 4)
loss = nt_xent(proj(view_a), proj(view_b))
loss.backward()
