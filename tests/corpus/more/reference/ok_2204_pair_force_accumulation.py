import torch

torch.manual_seed(2304)
coords = 1.2 * torch.randn(5, 3)
pairs = torch.combinations(torch.arange(5), 2)
epsilon = torch.full((len(pairs),), 0.3, requires_grad=True)


def forces(xyz, eps):
    i, j = pairs.T
    delta = xyz[i] - xyz[j]
    r = delta.norm(dim=-1, keepdim=True) + 0.5
    pull = eps[:, None] * torch.exp(-r) * delta / r
    to_atom = torch.eye(len(xyz))[i] - torch.eye(len(xyz))[j]
    return to_atom.T @ pull


reference = 0.05 * torch.randn(5, 3)
loss = (forces(coords, epsilon) - reference).pow(2).mean()
loss.backward()
