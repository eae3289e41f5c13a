import torch
import torch.nn as nn


class EquivariantLayer(nn.Module):
    def __init__(self, hidden=4):
        super().__init__()
        self.edge = nn.Sequential(nn.Linear(1, hidden), nn.SiLU(), nn.Linear(hidden, 1))

    def forward(self, coord):
        dist = torch.cdist(coord, coord.roll(1, 0))
        gate = self.edge(dist.unsqueeze(-1)).squeeze(-1)
        agg = (gate.unsqueeze(-1) * (coord.unsqueeze(1) - coord.unsqueeze(0))).mean(1)
        coord += agg
        return coord


torch.manual_seed(2101)
embed = nn.Linear(3, 3, bias=False)
layers = nn.ModuleList([EquivariantLayer() for _ in range(2)])
atoms = torch.randn(4, 3)

pos = embed(atoms)
for layer in layers:
    pos = layer(pos)
loss = pos.pow(2).sum()
loss.backward()
