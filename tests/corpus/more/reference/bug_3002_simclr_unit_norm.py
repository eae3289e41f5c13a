import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3003)
projector = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 3))


def unit(v, eps=1e-6):
    length = v.norm(dim=-1, keepdim=True)
    length = length.clamp(min=eps)
    return v / length


def nt_xent(a, b, tau=0.2):
    z = torch.cat([a, b])
    n = a.size(0)
    sim = z @ z.t() / tau
    sim = sim - 1e4 * torch.eye(2 * n)
    target = torch.arange(2 * n).roll(n)
    return F.cross_entropy(sim, target)


images = torch.randn(3, 4)
crops = [images + 0.1 * torch.randn_like(images) for _ in range(2)]
first, second = (unit(projector(c)) for c in crops)
loss = nt_xent(first, second)
loss.backward()
