import torch
import torch.nn as nn


class FlowSurrogate(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 2))

    def forward(self, grid):
        return self.net(grid)


def kinetic_energy(velocity):
    return 0.5 * velocity.pow(2).sum(-1).mean()


def apply_walls(velocity):
    velocity = velocity.clone()
    velocity[0, :] = 0.0
    velocity[-1, :] = 0.0
    return velocity


torch.manual_seed(2719)
model = FlowSurrogate()
axis = torch.linspace(0, 1, 3)
grid = torch.stack(torch.meshgrid(axis, axis, indexing="ij"), dim=-1)
velocity = model(grid)
energy = kinetic_energy(velocity)
velocity = apply_walls(velocity)
inflow = (velocity[:, 0, 0] - 1.0).pow(2).mean()
loss = inflow + 0.1 * energy
loss.backward()
