import numpy as np
import torch


class GridPotential:
    def __init__(self, size, decay=0.5):
        self.values = torch.rand(size, size)
        self.decay = np.float32(decay)

    def relax(self):
        grid = self.values.numpy().copy()
        inner = grid[1:-1, 1:-1]
        np.multiply(inner, self.decay, out=inner)
        self.values = torch.from_numpy(grid)

    def energy(self, coeff):
        return (coeff * self.values).square().sum()


torch.manual_seed(3139)
potential = GridPotential(4)
coeff = torch.full((4, 4), 0.5).requires_grad_()
energies = []
try:
    for sweep in range(3):
        energies.append(potential.energy(coeff))
        potential.relax()
finally:
    loss = torch.stack(energies).mean()
loss.backward()
