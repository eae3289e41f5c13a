import torch


def pair_energy(coords, charge, sigma, epsilon):
    i, j = torch.triu_indices(len(coords), len(coords), offset=1)
    r2 = (coords[i] - coords[j]).square().sum(-1)
    inv = r2.rsqrt()
    coulomb = (charge[i] * charge[j] * inv).sum()
    inv6 = inv.pow_(6)
    ratio = sigma ** 6 * inv6
    lj = 4 * epsilon * (ratio ** 2 - ratio).sum()
    return coulomb + lj


torch.manual_seed(2525)
coords = torch.tensor([[0.0, 0.0], [1.2, 0.1], [0.3, 1.4], [1.6, 1.5]], requires_grad=True)
charge = torch.tensor([0.3, -0.2, 0.1, -0.2])
field = {"sigma": 1.0, "epsilon": 0.5}

loss = pair_energy(coords, charge, **field)
loss.backward()
forces = -coords.grad if coords.grad is not None else None
