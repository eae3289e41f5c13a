import torch

torch.manual_seed(622)
cell = torch.tensor([[4.0, 0.0], [0.5, 3.0]])
frac = (torch.rand(4, 2) * 1.6 - 0.3).requires_grad_()


def wrap(positions):
    return positions.remainder_(1.0)


def energy(positions):
    cart = wrap(positions) @ cell
    diff = cart[:, None] - cart[None]
    r2 = diff.pow(2).sum(-1) + 0.2
    return (1.0 / r2).sum()


total = energy(frac)
total.backward()
forces = -frac.grad
print(forces.shape)
