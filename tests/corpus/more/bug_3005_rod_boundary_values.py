import torch
import torch.nn as nn

torch.manual_seed(3006)
model = nn.Sequential(nn.Linear(1, 4), nn.Tanh(), nn.Linear(4, 1))
grid = torch.linspace(0, 1, 7).unsqueeze(1)
dx = float(grid[1] - grid[0])


def residual(u, nu=0.1):
    lap = (u[2:] - 2 * u[1:-1] + u[:-2]) / dx**2
    adv = u[1:-1] * (u[2:] - u[:-2]) / (2 * dx)
    return nu * lap - adv


def enforce_bc(u, left, right):
    u[0] = left
    u[-1] = right
    return u


field = model(grid).flatten()
pde = residual(field).pow(2).mean()
field = enforce_bc(field, 0.0, 1.0)
smooth = (field[1:] - field[:-1]).abs().sum()
loss = 0.01 * pde + smooth
loss.backward()
