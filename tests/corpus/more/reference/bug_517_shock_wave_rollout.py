import math

import torch

N, DX, DT = 8, 1 / 8, 0.01


class Burgers:
    def __init__(self, nu):
        self.nu = nu

    def step(self, u):
        adv = u[1:-1] * (u[2:] - u[:-2]) / (2 * DX)
        lap = (u[2:] - 2 * u[1:-1] + u[:-2]) / DX ** 2
        return torch.cat([u[:1], u[1:-1] + DT * (self.nu * lap - adv), u[-1:]])

    def rollout(self, u, steps):
        for _ in range(steps):
            u = self.step(u)
        return u


x = torch.linspace(0, 1, N)
amp = torch.tensor([1.0, 0.5], requires_grad=True)
u0 = amp[0] * torch.sin(math.pi * x) + amp[1] * torch.sin(2 * math.pi * x)
observed = 0.8 * torch.sin(math.pi * x)
loss = (Burgers(nu=0.05).rollout(u0, 3) - observed).square().sum()
loss.backward()
