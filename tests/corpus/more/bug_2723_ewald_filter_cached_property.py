from functools import cached_property

import torch
import torch.nn as nn


class MeshPotential(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.log_smearing = nn.Parameter(torch.tensor(-0.5))
        self.n = n

    @cached_property
    def k_filter(self):
        k2 = (torch.fft.fftfreq(self.n, 1.0 / self.n) ** 2).clamp(min=1.0)
        return torch.exp(-0.5 * k2 * self.log_smearing.exp() ** 2) / k2

    def forward(self, charges):
        rho = torch.fft.fft(charges)
        return torch.fft.ifft(rho * self.k_filter).real


torch.manual_seed(2723)
potential = MeshPotential(4)
optimizer = torch.optim.SGD(potential.parameters(), lr=1e-3)
for charges, energy in zip(torch.randn(2, 4), torch.randn(2)):
    predicted = (potential(charges) * charges).sum()
    loss = (predicted - energy) ** 2
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
