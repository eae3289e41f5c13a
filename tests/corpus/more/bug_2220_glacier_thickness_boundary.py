import torch
import torch.nn as nn


class IceColumn(nn.Module):
    def __init__(self, bed, rate=0.05):
        super().__init__()
        self.bed, self.rate = bed, rate

    def step(self, coords):
        h = self.bed(coords).squeeze(-1).exp()
        flux = self.rate * h ** 3
        h[0] = 0.0
        h[-1] = 0.0
        return h, flux


torch.manual_seed(2220)
bed = nn.Linear(2, 1)
grid = torch.stack([torch.linspace(0, 1, 6), torch.linspace(0, 1, 6) ** 2], dim=1)
thickness, flux = IceColumn(bed).step(grid)
divergence = flux[1:] - flux[:-1]
observed = torch.tensor([0.0, 1.0, 1.2, 1.1, 0.8, 0.0])
loss = (thickness - observed).pow(2).mean() + divergence.pow(2).mean()
loss.backward()
