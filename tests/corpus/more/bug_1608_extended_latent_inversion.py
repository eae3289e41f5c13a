import torch
import torch.nn as nn


class Inverter:
    def __init__(self, generator, layers):
        self.generator = generator
        self.w = torch.randn(1, 3, requires_grad=True).repeat(layers, 1)

    def step(self, target):
        image = self.generator(self.w).sum(0)
        loss = (image - target).pow(2).mean()
        loss.backward()
        return loss


torch.manual_seed(1629)
generator = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 5)).requires_grad_(False)
inv = Inverter(generator, layers=2)
loss = inv.step(torch.randn(5))
