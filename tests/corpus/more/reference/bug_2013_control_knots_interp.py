import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(2113)
times = np.linspace(0.0, 1.0, 4)
knots = nn.Parameter(torch.randn(4))
field = nn.Linear(2, 1)


def control(t):
    right = min(max(int(np.searchsorted(times, t, side="right")), 1), len(times) - 1)
    frac = (t - times[right - 1]) / (times[right] - times[right - 1])
    return (knots[right - 1] * float(1 - frac) + knots[right] * float(frac)).expand(3, 1)


def solve(x, steps=5):
    dt = 1.0 / steps
    for i in range(steps):
        u = control(i * dt)
        x = x + dt * torch.tanh(field(torch.cat([x, u], dim=1)))
    return x


loss = solve(torch.ones(3, 1)).pow(2).sum()
loss.backward()
