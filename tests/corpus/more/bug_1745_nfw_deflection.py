import torch


def h_inside(x):
    return torch.arccosh(1 / x) / torch.sqrt(1 - x ** 2)


def h_outside(x):
    return torch.arccos(1 / x) / torch.sqrt(x ** 2 - 1)


def deflection(r, rs, kappa):
    x = r / rs
    h = torch.where(x < 1, h_inside(x), h_outside(x))
    return 4 * kappa * rs / x * (torch.log(x / 2) + h)


radius = torch.tensor([0.3, 0.7, 1.4, 2.5])
rs = torch.tensor(1.1, requires_grad=True)
kappa = torch.tensor(0.4, requires_grad=True)
observed = torch.tensor([0.9, 0.8, 0.5, 0.4])
loss = (deflection(radius, rs, kappa) - observed).square().sum()
loss.backward()
