import math
import torch
from torch import nn


class Cart(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_mass = nn.Parameter(torch.tensor(0.2))
        self.friction = nn.Parameter(torch.tensor(0.1))

    def acceleration(self, x, v, force):
        mass = math.exp(self.log_mass)
        return (force - self.friction * v - torch.sin(x)) / mass

    def rollout(self, x, v, forces, dt=0.1):
        path = [x]
        for f in forces:
            v = v + dt * self.acceleration(x, v, f)
            x = x + dt * v
            path.append(x)
        return torch.stack(path)


torch.manual_seed(3112)
sim = Cart()
forces = torch.randn(6)
measured = torch.linspace(0.0, 0.4, 7)
path = sim.rollout(torch.tensor(0.0), torch.tensor(0.5), forces)
loss = (path - measured).square().mean()
loss.backward()
