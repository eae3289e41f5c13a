from typing import Callable

import torch


def huber(delta: float) -> Callable[[torch.Tensor], torch.Tensor]:
    def rho(r: torch.Tensor) -> torch.Tensor:
        quadratic = 0.5 * r.square()
        r = r.abs()
        return torch.where(r <= delta, quadratic, delta * (r - 0.5 * delta))

    return rho


def residuals(theta: torch.Tensor, design: torch.Tensor, y: torch.Tensor):
    r = y - design @ theta
    scale = 1.4826 * r.detach().abs().median()
    return r / scale


torch.manual_seed(3123)
theta = torch.zeros(2, requires_grad=True)
design = torch.randn(7, 2)
y = design @ torch.tensor([1.0, -2.0]) + 0.1 * torch.randn(7)
y[3] += 8.0
rho = huber(delta=1.345)
loss = rho(residuals(theta, design, y)).mean()
loss.backward()
