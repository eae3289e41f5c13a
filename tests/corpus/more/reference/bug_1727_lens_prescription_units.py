import torch
import torch.nn as nn


class Surface(nn.Module):
    def __init__(self, curvature, thickness):
        super().__init__()
        self.curvature = nn.Parameter(torch.tensor(curvature))
        self.thickness = nn.Parameter(torch.tensor(thickness))

    @torch.no_grad()
    def to_metres(self):
        self.curvature.mul_(1e3)
        self.thickness.mul_(1e-3)
        return self

    def forward(self, height, slope, n1, n2):
        power = (n2 - n1) * self.curvature
        slope = (n1 * slope - height * power) / n2
        return height + slope * self.thickness, slope


surfaces = nn.ModuleList([Surface(0.02, 5.0), Surface(-0.015, 60.0)])
for s in surfaces:
    s.to_metres()
y, u = torch.tensor([0.005, 0.01]), torch.zeros(2)
for s, (n1, n2) in zip(surfaces, [(1.0, 1.5), (1.5, 1.0)]):
    y, u = s(y, u, n1, n2)
loss = 1e4 * y.pow(2).sum()
loss.backward()
