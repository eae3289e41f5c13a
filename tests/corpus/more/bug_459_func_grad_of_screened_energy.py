import torch
from torch.func import grad

torch.manual_seed(4026)
charge = torch.tensor([1.0, -1.0, 0.5, 0.7])
position = torch.randn(4, 2)


def energy(position):
    separation = (position - position.mean(0)).pow(2).sum(1)
    screen = torch.exp(-separation)
    screen[0] = 0.0
    return (charge * screen).sum()


force = -grad(energy)(position)
print("force", force)
