from typing import NamedTuple

import torch


class Rigid(NamedTuple):
    rotation: torch.Tensor
    shift: torch.Tensor


def align(src, dst):
    cs, cd = src.mean(0), dst.mean(0)
    u, _, vt = torch.linalg.svd((src - cs).T @ (dst - cd))
    if torch.det(vt.T @ u.T) < 0:
        vt[-1] *= -1
    rot = vt.T @ u.T
    return Rigid(rot, cd - rot @ cs)


def apply(t, pts):
    return pts @ t.rotation.T + t.shift


torch.manual_seed(9)
base = torch.randn(5, 3)
shape = base.clone().requires_grad_(True)
scan = base * torch.tensor([1.0, 1.0, -1.0]) + 0.05 * torch.randn(5, 3)
fit = align(shape, scan)
loss = (apply(fit, shape) - scan).square().sum(-1).mean()
loss.backward()
