import torch
import torch.nn as nn
import torch.nn.functional as F


def nt_xent(z1, z2, temperature=0.5):
    n = len(z1)
    z = F.normalize(torch.cat([z1, z2]), dim=1)
    sim = torch.exp(z @ z.t() / temperature)
    sim.fill_diagonal_(0)
    pos = torch.cat([sim.diagonal(n), sim.diagonal(-n)])
    return -torch.log(pos / sim.sum(dim=1)).mean()


torch.manual_seed(25)
encoder = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3))
x = torch.randn(3, 4)
aug1, aug2 = x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x)
loss = nt_xent(encoder(aug1), encoder(aug2))
loss.backward()
print(f"{loss.item():.4f}")
