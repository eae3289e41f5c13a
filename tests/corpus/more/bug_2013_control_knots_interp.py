import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(2113)
times = np.linspace(0.0, 1.0, 4)
knots = nn.Parameter(torch.randn(4))
field = nn.Linear(2, 1)


def control(t):
    value = np.interp(t, times, knots.detach().numpy())
    return torch.as_tensor(value, dtype=knots.dtype).expand(3, 1)


def solve(x, steps=5):
    dt = 1.0 / steps
    for i in range(steps):
        u = control(i * dt)
        x = x + dt * torch.tanh(field(torch.cat([x, u], dim=1)))
    return x


loss = solve(torch.ones(3, 1)).pow(2).sum()
loss.backward()
