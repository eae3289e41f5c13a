import torch
import torch.nn as nn


def rk4_step(f, y, dt):
    k1 = f(y)
    k2 = f(y + 0.5 * dt * k1)
    k3 = f(y + 0.5 * dt * k2)
    k4 = f(y + dt * k3)
    k1 += 2 * k2
    k1 += 2 * k3
    k1 += k4
    return y + dt / 6 * k1


def odeint(f, y0, times):
    path = y0.new_zeros(len(times), *y0.shape)
    path[0] = y = y0
    for n, dt in enumerate(times.diff(), start=1):
        y = rk4_step(f, y, dt)
        path[n] = y
    return path


torch.manual_seed(1409)
field = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2))
y0, times = torch.randn(3, 2), torch.tensor([0.0, 0.2, 0.5, 0.6])
path = odeint(field, y0, times)
loss = (path - y0).square().mean()
loss.backward()
