import torch
import torch.nn.functional as F

torch.manual_seed(1515)
pos = torch.randn(4, 3, requires_grad=True)
src, dst = torch.tensor([0, 1, 2]), torch.tensor([1, 2, 3])


def energy_of(pos):
    bond = pos[dst] - pos[src]
    length = bond.norm(dim=1)
    with torch.no_grad():
        cos_angle = F.cosine_similarity(bond[:-1], bond[1:], dim=1)
    return (length - 1.0).pow(2).sum() + 0.7 * (cos_angle - 0.3).pow(2).sum()


loss = energy_of(pos)
loss.backward()
forces = -pos.grad
