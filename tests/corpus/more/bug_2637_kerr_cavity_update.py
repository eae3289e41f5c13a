import math

import torch


class KerrCavity:
    def __init__(self, cells, chi):
        self.E = torch.zeros(cells)
        self.H = torch.zeros(cells - 1)
        self.chi = chi
        self.time = 0

    def update_H(self):
        self.H = self.H + 0.5 * (self.E[1:] - self.E[:-1])

    def update_E(self):
        permittivity = 1.0 + self.chi * self.E[1:-1] ** 2
        self.E[1:-1] += 0.5 * (self.H[1:] - self.H[:-1]) / permittivity
        self.E[2] += math.sin(0.4 * self.time)

    def run(self, steps):
        for _ in range(steps):
            self.time += 1
            self.update_H()
            self.update_E()
        return self.E


torch.manual_seed(2617)
chi = torch.tensor(0.3, requires_grad=True)
field = KerrCavity(6, chi).run(6)
loss = field.pow(2).sum()
loss.backward()
