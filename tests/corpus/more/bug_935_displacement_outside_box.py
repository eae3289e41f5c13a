import torch
import torch.nn as nn

torch.manual_seed(935)
mlp = nn.Linear(4, 3)
field = nn.Linear(3, 1)
positions, frame = torch.rand(6, 3) * 2 - 1, torch.rand(6, 1)


def compute_displacement(frame, positions):
    dpos = torch.tanh(mlp(torch.cat([positions, frame], dim=1)))
    inside = positions.abs().amax(dim=1) < 0.8
    dpos[~inside] = 0.0
    return dpos


density = nn.functional.softplus(field(positions + compute_displacement(frame, positions)))
loss = (density - 1.0).pow(2).mean()
loss.backward()
