import torch
from torch import Tensor


def inverse_distance(q: Tensor, eps: float = 1e-3) -> Tensor:
    sep = q[:, None, :] - q[None, :, :]
    inv = (sep.square().sum(-1) + eps).rsqrt()
    inv = inv * (1 - torch.eye(len(q)))
    return inv


def potential(q: Tensor, mass: Tensor) -> Tensor:
    inv = inverse_distance(q)
    return -0.5 * (mass[:, None] * mass[None, :] * inv).sum()


def kinetic(v: Tensor, mass: Tensor) -> Tensor:
    return 0.5 * (mass[:, None] * v.square()).sum()


torch.manual_seed(1725)
q = torch.randn(4, 2, requires_grad=True)
v = torch.randn(4, 2)
mass = torch.rand(4) + 0.5
loss = kinetic(v, mass) + potential(q, mass)
loss.backward()
accel = -q.grad / mass[:, None]
