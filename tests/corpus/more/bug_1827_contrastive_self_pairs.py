import torch
import torch.nn as nn
import torch.nn.functional as F


def nt_xent(za: torch.Tensor, zb: torch.Tensor, tau: float = 0.5) -> torch.Tensor:
    z = F.normalize(torch.cat([za, zb]), dim=1)
    sim = torch.exp(z @ z.T / tau)
    pos = torch.cat([sim.diagonal(len(za)), sim.diagonal(-len(za))])
    neg = sim.fill_diagonal_(0.0).sum(dim=1)
    return -(pos / neg).log().mean()


torch.manual_seed(1827)
encoder = nn.Sequential(nn.Linear(4, 4), nn.SiLU(), nn.Linear(4, 3))
x = torch.randn(3, 4)
views = [x + 0.1 * torch.randn_like(x) for _ in range(2)]
loss = nt_xent(*map(encoder, views))
loss.backward()
